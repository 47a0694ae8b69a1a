import Core
import Foundation

/// An address from outside that the user must be asked about, or told why it is not followed.
enum Arrival: Equatable, Identifiable {
    case asks(RouteConfirmation, model: String?)
    case refused(String)

    var id: String {
        switch self {
        case .asks: "asks"
        case .refused: "refused"
        }
    }
}

extension WindowModel {
    /// Goes where an address leads. Whoever made it, nothing is sent, downloaded or deleted by it.
    func follow(_ url: URL) {
        // A file that was opened with Tandem, in the Finder.
        guard !url.isFileURL else { return sharing.read([url]) }
        do throws(RouteRefusal) { follow(try AppRoute(address: url.absoluteString)) } catch {
            arrival = .refused(error.message)
        }
    }

    func follow(_ route: AppRoute) {
        switch route {
        case .ask(let prompt, let model, _):
            if let confirmation = RouteConfirmation(route) {
                arrival = .asks(confirmation, model: model)
            } else {
                fillIn(prompt, model: model)
            }
        // There is no panel for it in this window; the text waits in a new chat.
        case .quickPrompt(let prompt): fillIn(prompt, model: nil)
        case .newChat: newChat()
        case .chat(let chat): open(chat)
        case .search(let text): sidebar.beginSearch(text)
        case .models: app.openWindow?(.models)
        case .model(let name):
            app.wantedChoice = .named(name)
            app.openWindow?(.models)
        case .settings(let pane):
            app.wantedSettings = pane
            app.openWindow?(.settings)
        }
    }

    /// The user has said yes to sending, or wants the text in the composer only.
    func answer(_ confirmation: RouteConfirmation, model: String?, sends: Bool) {
        arrival = nil
        fillIn(confirmation.prompt, model: model, sends: sends)
    }

    /// Puts a text into a new chat. What was being written there stays before it.
    private func fillIn(_ prompt: String, model: String?, sends: Bool = false) {
        newChat { window in
            let isEmpty = window.append(prompt)
            let conversation = window.conversation
            window.afterward {
                if let model { await conversation.setModel(model) }
                // With something else in front of it, it is no longer what the user has said yes to.
                if sends, isEmpty, window.conversation === conversation { window.composer.send(.send) }
            }
        }
    }
}
