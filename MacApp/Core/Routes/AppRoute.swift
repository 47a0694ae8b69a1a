import Foundation

/// Where a `tandem://` address leads. Any web page and any program can open one, so that none of them does anything but
/// show: what would send, download or delete is asked about first.
public enum AppRoute: Equatable, Sendable {
    /// A new chat with this in the composer. With `wantsToSend` the user is asked whether to send it.
    case ask(prompt: String, model: String?, wantsToSend: Bool)
    /// The quick prompt with this in it.
    case quickPrompt(String)
    case newChat
    case chat(Int64)
    case search(String)
    case models
    /// A model's page, from which the user can download it.
    case model(String)
    case settings(SettingsPane?)

    /// Whether the user must say yes before the route does what it asks for.
    public var needsConfirmation: Bool {
        if case .ask(_, _, let wantsToSend) = self { wantsToSend } else { false }
    }
}

/// The panes of the settings window.
public enum SettingsPane: String, CaseIterable, Sendable {
    case general, models, speculation, quickPrompt = "quick-prompt", privacy, advanced
}

/// Why an address was not followed. It quotes nothing of the address but names of parts, cut short.
public struct RouteRefusal: Error, Equatable, Sendable {
    public let message: String
}

/// What the user is asked before a route sends something.
public struct RouteConfirmation: Equatable, Sendable {
    public let title: String
    public let explanation: String
    /// The whole text that would be sent; the view shows all of it.
    public let prompt: String
    public let sendTitle: String
    /// The button that Return presses. Never the one that sends.
    public let defaultTitle: String

    public init?(_ route: AppRoute) {
        guard case .ask(let prompt, let model, true) = route else { return nil }
        title = RouteWords.confirmTitle
        explanation = RouteWords.confirmExplanation(model: model)
        self.prompt = prompt
        sendTitle = RouteWords.send
        defaultTitle = RouteWords.onlyFillIn
    }
}

enum RouteWords {
    static var confirmTitle: String { String(localized: "Send this to the model?") }
    static var send: String { String(localized: "Send") }
    static var onlyFillIn: String { String(localized: "Only Fill In") }
    static var tooLong: String { String(localized: "The address is too long to be followed.") }
    static var unreadable: String { String(localized: "The address cannot be read.") }
    static var foreign: String { String(localized: "The address is not one of Tandem’s; those begin with tandem://.") }
    static var hasLogin: String {
        String(localized: "The address holds a user, a port or a mark, which no address of Tandem has.")
    }
    static var noPlace: String { String(localized: "The address leads nowhere; it needs a place, as in tandem://new.") }
    static var notPlain: String {
        String(localized: "The text in the address holds characters that cannot be seen, so it is not taken.")
    }
    static var noPrompt: String {
        String(localized: "The address asks something but says not what: it needs a prompt.")
    }
    static var notAChat: String { String(localized: "The address names no chat: it needs a chat’s number.") }
    static var notAModel: String {
        String(
            localized: "The address names no model: a model is an owner and a name, as in tandem://models/owner/name.")
    }

    static func confirmExplanation(model: String?) -> String {
        guard let model else {
            return String(
                localized: """
                    Another program or a web page wants to ask your model the following. Nothing has been sent.
                    """)
        }
        return String(
            localized: """
                Another program or a web page wants to ask the model \(model) the following. Nothing has been sent.
                """)
    }
    static func unknownPlace(_ name: String) -> String {
        String(localized: "Tandem has no place “\(shown(name))” to go to.")
    }
    static func unknownPart(_ name: String) -> String {
        String(localized: "The address has a part “\(shown(name))” that means nothing here.")
    }
    static func partTwice(_ name: String) -> String { String(localized: "The address says “\(shown(name))” twice.") }
    static func textTooLong(_ limit: Int) -> String {
        String(localized: "The text in the address is longer than \(limit) characters.")
    }
    static func badValue(_ name: String) -> String {
        String(localized: "What the address says for “\(shown(name))” is neither 0 nor 1.")
    }

    /// A name from an address is anyone's; only its beginning is shown.
    private static func shown(_ name: String) -> String {
        let plain = name.unicodeScalars.filter { $0.properties.isAlphabetic || $0.value < 0x7F && $0.value > 0x20 }
        return String(String.UnicodeScalarView(plain)).cut(to: 24).text
    }
}
