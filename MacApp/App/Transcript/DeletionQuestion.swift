import Core
import SwiftUI

extension View {
    /// Asks before a message is deleted, and lets the menu take it back.
    func deletions(_ window: WindowModel) -> some View { modifier(DeletionQuestion(window: window)) }
}

private struct DeletionQuestion: ViewModifier {
    let window: WindowModel
    @Environment(\.undoManager) private var undoManager

    func body(content: Content) -> some View {
        let deletion = window.actions.deletion
        content
            .confirmationDialog(deletion?.title ?? "", isPresented: isAsking, presenting: deletion) { deletion in
                Button(deletion.action, role: .destructive) { window.actions.delete(deletion) }
                Button("Cancel", role: .cancel) {}
            } message: {
                Text(verbatim: $0.explanation)
            }
            .onChange(of: undoManager.map { ObjectIdentifier($0) }, initial: true) { _, _ in
                window.actions.undoManager = undoManager
            }
    }

    private var isAsking: Binding<Bool> {
        Binding {
            window.actions.deletion != nil
        } set: {
            if !$0 { window.actions.deletion = nil }
        }
    }
}
