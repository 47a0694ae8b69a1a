import EngineKit

/// A message as it stands in the transcript.
public struct ShownMessage: Equatable, Identifiable, Sendable {
    public let message: ChatMessage
    /// Which of its versions it is.
    public let branch: BranchPlace
    public let isLast: Bool

    public var id: Int64 { message.id }
}

extension ConversationTree {
    /// The messages that are shown with what a transcript needs of each.
    public var rows: [ShownMessage] {
        let last = path.last
        return shown.map { message in
            ShownMessage(message: message, branch: branch(of: message.id), isLast: message.id == last)
        }
    }

    /// The last answer that is shown.
    public var lastAnswer: ChatMessage? { shown.last { $0.role == .assistant } }

    /// What the user said last.
    public var lastQuestion: ChatMessage? { shown.last { $0.role == .user } }
}
