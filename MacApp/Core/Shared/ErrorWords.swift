import EngineKit
import Foundation

/// What is wrong, in the user's language. The engine speaks English alone, but says more than any of these.
enum ErrorWords {
    /// What an error says; in other languages than English it is what the engine says of it that comes last.
    static func sentence(_ error: EngineError) -> String {
        let message = ErrorNotice.sentence(error.message)
        return isEnglish ? message : "\(sentence(error.kind)) (\(error.message))"
    }

    private static var isEnglish: Bool { String(localized: "Try Again") == "Try Again" }

    private static func sentence(_ kind: EngineError.Kind) -> String {
        switch kind {
        case .notFound: String(localized: "Something that is needed is not there.")
        case .damagedModel: String(localized: "The model is damaged.")
        case .unsupportedModel: String(localized: "The model cannot be run.")
        case .companionMismatch: String(localized: "The companion does not fit the model.")
        case .invalidRequest: String(localized: "A setting cannot be used.")
        case .promptTooLong: String(localized: "The chat is too long for the model.")
        case .doesNotFit: String(localized: "The model does not fit in memory.")
        case .outOfMemory: String(localized: "There is too little memory.")
        case .cancelled: String(localized: "It was stopped.")
        case .network: String(localized: "The network does not answer.")
        case .noAccess: String(localized: "Access was refused.")
        case .hub: String(localized: "Hugging Face answered with an error.")
        case .noSpace: String(localized: "The disk is full.")
        case .files: String(localized: "A file could not be read or written.")
        case .chats: String(localized: "The chats could not be read or written.")
        case .backend: String(localized: "The computation failed.")
        case .stopped: String(localized: "The engine has stopped.")
        case .internalFault: String(localized: "Something went wrong in Tandem.")
        }
    }
}
