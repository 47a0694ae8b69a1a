import EngineKit
import Foundation

/// What there is to see of a list of chats.
public enum ChatListState: Equatable, Sendable {
    case loading
    /// Nothing could be read.
    case failed(ErrorNotice)
    case empty(Invitation)
    case chats([ChatSection])

    /// An empty shelf, in words.
    public struct Invitation: Equatable, Sendable {
        public let title: String
        public let explanation: String
        /// Whether a new chat would be shown here.
        public let offersNewChat: Bool
    }

    init(_ list: ChatList, error: EngineError?, sections: [ChatSection]) {
        if !list.isLoaded {
            self = error.map { .failed(ErrorNotice($0)) } ?? .loading
        } else if list.isEmpty {
            self = .empty(Invitation(list.shelf))
        } else {
            self = .chats(sections)
        }
    }
}

extension ChatListState.Invitation {
    init(_ shelf: ChatShelf) {
        switch shelf {
        case .all:
            self.init(
                title: String(localized: "No Chats Yet"),
                explanation: String(localized: "Write a message, and the chat will be kept here."), offersNewChat: true)
        case .folder:
            self.init(
                title: String(localized: "The Folder Is Empty"), explanation: String(localized: "Drag chats onto its name."),
                offersNewChat: false)
        case .trash:
            self.init(
                title: String(localized: "The Trash Is Empty"),
                explanation: String(localized: "Chats that you move to the trash stay here until you delete them."),
                offersNewChat: false)
        }
    }
}
