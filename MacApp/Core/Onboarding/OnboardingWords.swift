import Foundation

extension Onboarding {
    public var title: String {
        switch step {
        case .welcome: String(localized: "Welcome to Tandem")
        case .model: String(localized: "A model for this Mac")
        case .hotKey: String(localized: "Ask from anywhere")
        case .login: String(localized: "Always there")
        case .done: String(localized: "Ready")
        }
    }

    public var explanation: String {
        switch step {
        case .welcome:
            String(
                localized: """
                    Everything runs on this Mac: nothing you write leaves it. A small model is built in, so that you can \
                    try Tandem at once, also offline. It shows how the app works; it knows little, and what it says is \
                    often wrong. For real work download a model.
                    """)
        case .model: modelWords
        case .hotKey:
            hotKeyMessage
                ?? String(
                    localized: """
                        A hot key opens the quick prompt over whatever you are doing. There is none until you choose one.
                        """)
        case .login:
            String(localized: "Tandem can start when you log in. It uses no memory for models until you ask.")
        case .done: String(localized: "The built-in model is ready. You can change all of this in the settings.")
        }
    }

    private var modelWords: String {
        switch recommendation {
        case .notAsked:
            String(localized: "Tandem can ask Hugging Face which models there are and say which one fits this Mac.")
        case .looking: String(localized: "Looking for what fits this Mac’s memory…")
        case .offline(let suggested?):
            String(
                localized: """
                    Hugging Face cannot be reached. \(suggested) would fit this Mac; you can download it later from \
                    the model library.
                    """)
        case .offline(nil):
            String(localized: "Hugging Face cannot be reached. You can download a model later from the model library.")
        case .model(_, let title, let bytes, let companion):
            String(
                localized: """
                    \(title) fits this Mac. It is a download of \(Format.bytes(bytes &+ companion)), with the companion \
                    that makes it faster. It goes on while you use Tandem.
                    """)
        case .nothingFits:
            String(
                localized: "None of the known models fits this Mac’s memory with room to spare. The built-in one runs.")
        }
    }
}
