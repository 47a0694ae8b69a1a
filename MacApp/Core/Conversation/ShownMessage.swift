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
    /// The messages that are shown with what a transcript needs of each, counted once for all of them.
    public var rows: [ShownMessage] {
        var versions: [Int64?: [Int64]] = [:]
        for message in messages { versions[message.parent, default: []].append(message.id) }
        let last = path.last
        return shown.map { message in
            let siblings = versions[message.parent] ?? []
            // Nearly always one; sorting is for the rest.
            let place = siblings.count > 1 ? (siblings.sorted().firstIndex(of: message.id) ?? 0) + 1 : 1
            return ShownMessage(
                message: message, branch: BranchPlace(place, of: max(siblings.count, 1)), isLast: message.id == last)
        }
    }

    /// The last message that is shown in one of several versions: what the menu's commands for versions mean.
    public var branching: Int64? {
        var counts: [Int64?: Int] = [:]
        for message in messages { counts[message.parent, default: 0] += 1 }
        return shown.last { counts[$0.parent, default: 1] > 1 }?.id
    }

    /// The last answer that is shown.
    public var lastAnswer: ChatMessage? { shown.last { $0.role == .assistant } }

    /// What the user said last.
    public var lastQuestion: ChatMessage? { shown.last { $0.role == .user } }
}
