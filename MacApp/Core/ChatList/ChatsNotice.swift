import EngineKit
import Foundation

/// What is wrong with the file of the chats, as it is shown.
public struct ChatsNotice: Equatable, Sendable {
    public let message: String
    /// Whether a new file can be made of what could be read.
    public let offersRepair: Bool

    /// `nil` if nothing is wrong.
    public init?(_ condition: ChatsCondition) {
        switch condition {
        case .healthy: return nil
        case .readOnly(let why):
            message = String(
                localized: "Chats can be read but nothing new is kept: \(why)", comment: "A reason follows.")
            offersRepair = false
        case .salvaged(let chats, let messages, _):
            message = String(
                localized:
                    "The file of your chats is damaged. \(chats) chats with \(messages) messages could be read; nothing new is kept until it is repaired."
            )
            offersRepair = true
        }
    }

    public static func repaired(keeping file: String) -> String {
        String(localized: "Your chats are in a new file. The damaged one is kept: \(file)")
    }
}
