import Core
import SwiftUI

extension View {
    /// What is asked before a private chat ends, and what the app has to tell.
    func departures(_ window: WindowModel) -> some View { modifier(Departures(window: window)) }
}

private struct Departures: ViewModifier {
    let window: WindowModel

    func body(content: Content) -> some View {
        content
            .confirmationDialog(
                "Leave the private chat?", isPresented: isLeaving, titleVisibility: .visible,
                presenting: window.departure
            ) { departure in
                Button("Leave", role: .destructive) { window.confirm(departure) }
                Button("Cancel", role: .cancel) {}
            } message: { _ in
                Text("It is kept nowhere and will be gone.")
            }
            .alert(Text(verbatim: window.app.notice ?? ""), isPresented: hasNotice) { Button("OK") {} }
    }

    private var isLeaving: Binding<Bool> {
        Binding {
            window.departure != nil
        } set: {
            if !$0 { window.dismissDeparture() }
        }
    }

    private var hasNotice: Binding<Bool> {
        Binding {
            window.app.notice != nil
        } set: {
            if !$0 { window.app.notice = nil }
        }
    }
}
