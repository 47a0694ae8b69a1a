import EngineKit

/// A message of the user's that is being written anew.
public struct MessageEdit: Equatable, Sendable {
    public let message: Int64
    public var text: String
    /// It is being sent, and not on the disk yet.
    public var isSending = false

    /// What the message says.
    let said: String

    /// `nil` for what the user did not write. `text` is what was written instead of it before.
    public init?(_ message: ChatMessage, instead text: String? = nil) {
        guard message.role == .user else { return nil }
        (self.message, said) = (message.id, message.text)
        self.text = text ?? message.text
    }

    public var isChanged: Bool { text != said }

    public var canSend: Bool {
        !isSending && !text.allSatisfy(\.isWhitespace) && text.utf8.count <= Composer.longestText
    }
}
