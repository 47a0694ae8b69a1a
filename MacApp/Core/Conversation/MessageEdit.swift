import EngineKit

/// A message of the user's that is being written anew.
public struct MessageEdit: Equatable, Sendable {
    public let message: Int64
    public var text: String
    /// It is being sent, and not on the disk yet.
    public var isSending = false

    /// `nil` for what the user did not write.
    public init?(_ message: ChatMessage) {
        guard message.role == .user else { return nil }
        (self.message, text) = (message.id, message.text)
    }

    public var canSend: Bool {
        !isSending && !text.allSatisfy(\.isWhitespace) && text.utf8.count <= Composer.longestText
    }
}
