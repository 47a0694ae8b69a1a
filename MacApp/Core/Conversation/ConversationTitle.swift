import EngineKit

extension ConversationStore {
    /// The title, or until the chat has one of its own, what was said first; one line.
    public var shownTitle: String {
        if let chat, !chat.title.isEmpty { return chat.shownTitle }
        let first = tree.shown.first { $0.role == .user }?.text.line(120) ?? ""
        return first.isEmpty ? ChatListWords.untitled : first
    }
}
