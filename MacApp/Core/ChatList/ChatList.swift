import EngineKit

/// What the sidebar shows, and what can be done in it; without the store, which ``ChatListStore`` asks.
public struct ChatList: Equatable, Sendable {
    /// A step that can be taken back, with its chats as they were before.
    public enum Undo: Equatable, Sendable {
        case trash([Chat])
        case move([Chat])

        public var chats: [Chat] {
            switch self {
            case .trash(let chats), .move(let chats): chats
            }
        }
    }

    public internal(set) var chats: [Chat] = []
    public internal(set) var folders: [ChatFolder] = []
    public internal(set) var shelf = ChatShelf.all
    public internal(set) var selection: Set<Int64> = []
    public internal(set) var isLoaded = false
    public internal(set) var trashIsEmpty = true

    public init() {}

    public var isEmpty: Bool { isLoaded && chats.isEmpty }

    /// The chats in the order in which they are shown.
    public func shown(_ sections: [ChatSection]) -> [Int64] {
        sections.flatMap { $0.chats.map(\.id) }
    }

    public mutating func select(_ chats: Set<Int64>) {
        selection = chats.intersection(self.chats.map(\.id))
    }

    /// The chat to show next when these go: the one after the last of them, or else the one before the first.
    public static func neighbour(of gone: Set<Int64>, in order: [Int64]) -> Int64? {
        guard let last = order.lastIndex(where: gone.contains) else { return nil }
        return order[(last + 1)...].first { !gone.contains($0) } ?? order[..<last].last { !gone.contains($0) }
    }

    /// The chat before or after one; at an end it goes on at the other.
    public static func step(_ way: Int, from chat: Int64?, in order: [Int64]) -> Int64? {
        guard !order.isEmpty else { return nil }
        guard let chat, let place = order.firstIndex(of: chat) else { return way < 0 ? order.last : order.first }
        return order[((place + way) % order.count + order.count) % order.count]
    }

    /// Which chats a drag or a command is about: the whole selection if it began at one of it.
    public func affected(by chat: Int64) -> Set<Int64> {
        selection.contains(chat) ? selection : [chat]
    }

    /// Takes over what the store lists now. What is gone is no longer selected.
    mutating func take(_ chats: [Chat], _ folders: [ChatFolder], trashIsEmpty: Bool) {
        self.chats = chats
        self.folders = folders
        self.trashIsEmpty = trashIsEmpty
        isLoaded = true
        selection.formIntersection(chats.map(\.id))
    }

    mutating func change(_ ids: Set<Int64>, _ change: (inout Chat) -> Void) {
        for place in chats.indices where ids.contains(chats[place].id) { change(&chats[place]) }
    }

    /// Whether a chat belongs to what is shown.
    func belongs(_ chat: Chat) -> Bool {
        switch shelf {
        case .all: !chat.isTrashed
        case .folder(let folder): !chat.isTrashed && chat.folder == folder
        case .trash: chat.isTrashed
        }
    }
}

extension Chat {
    /// The title as it is shown: one line, never empty.
    public var shownTitle: String {
        let line = title.line(120)
        return line.isEmpty ? ChatListWords.untitled : line
    }
}
