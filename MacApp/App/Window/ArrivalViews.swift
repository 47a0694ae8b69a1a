import Core
import SwiftUI

extension View {
    /// What is asked about an address, or told.
    func arrivals(_ window: WindowModel) -> some View { modifier(Arrivals(window: window)) }
}

private struct Arrivals: ViewModifier {
    let window: WindowModel

    func body(content: Content) -> some View {
        @Bindable var window = window
        content
            .onOpenURL { window.follow($0) }
            // A window that is there takes an address, and no new one is opened for it.
            .handlesExternalEvents(preferring: ["*"], allowing: ["*"])
            .sheet(item: $window.arrival) { arrival in
                Group {
                    switch arrival {
                    case .asks(let confirmation, let model):
                        RouteQuestion(confirmation: confirmation) {
                            window.answer(confirmation, model: model, sends: $0)
                        }
                    case .refused(let message): RouteRefused(message: message)
                    }
                }
                .letsQuit()
            }
    }
}

/// Shows all of what an address would have sent. Return does not send it.
struct RouteQuestion: View {
    let confirmation: RouteConfirmation
    let answer: @MainActor (_ sends: Bool) -> Void
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Text(verbatim: confirmation.title).font(.headline).accessibilityAddTraits(.isHeader)
            Text(verbatim: confirmation.explanation)
            ScrollView {
                Text(verbatim: confirmation.prompt).textSelection(.enabled).frame(
                    maxWidth: .infinity, alignment: .leading)
            }
            .frame(maxHeight: 240)
            HStack {
                Button("Cancel", role: .cancel) { dismiss() }.keyboardShortcut(.cancelAction)
                Spacer()
                Button(confirmation.sendTitle) { answer(true) }
                Button(confirmation.defaultTitle) { answer(false) }.keyboardShortcut(.defaultAction)
            }
        }
        .padding()
        .frame(minWidth: 360, maxWidth: 560)
    }
}

struct RouteRefused: View {
    let message: String
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        VStack(alignment: .leading, spacing: 12) {
            Text("The address was not followed").font(.headline).accessibilityAddTraits(.isHeader)
            Text(verbatim: message)
            HStack {
                Spacer()
                Button("OK") { dismiss() }.keyboardShortcut(.defaultAction)
            }
        }
        .padding()
        .frame(minWidth: 320)
    }
}
