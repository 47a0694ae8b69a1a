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
                title, isPresented: isLeaving, titleVisibility: .visible, presenting: window.departure
            ) { departure in
                switch departure.reason {
                case .anotherChat: Button("Leave", role: .destructive) { departure.answer(true) }
                case .quitting: Button("Quit Tandem", role: .destructive) { departure.answer(true) }
                }
                Button("Cancel", role: .cancel) { departure.answer(false) }
            } message: { departure in
                switch departure.reason {
                case .anotherChat: Text("It is kept nowhere and will be gone.")
                case .quitting(let losses): Text(verbatim: losses)
                }
            }
            .dismissalConfirmationDialog("Leave the private chat?", shouldPresent: window.holdsPrivateWords) {
                Button("Leave", role: .destructive) {}
                Button("Cancel", role: .cancel) {}
            } message: {
                Text("It is kept nowhere and will be gone.")
            }
            .alert(Text(verbatim: window.app.notice ?? ""), isPresented: hasNotice) { Button("OK") {} }
    }

    private var title: Text {
        switch window.departure?.reason {
        case .quitting: Text("Quit Tandem?")
        case .anotherChat, nil: Text("Leave the private chat?")
        }
    }

    private var isLeaving: Binding<Bool> {
        let asked = window.departure
        return Binding {
            window.departure != nil
        } set: {
            if !$0, let asked { window.takeBack(asked) }
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
