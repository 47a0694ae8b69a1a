import EngineKit
import Foundation

/// A notification of the system, and where a click on it leads.
public struct UserNote: Equatable, Sendable {
    public enum Target: Hashable, Sendable {
        case chat(Int64)
        /// A chat that is in no list: only the window that shows it.
        case window
        case downloads
    }

    public let title: String
    public let body: String
    public let target: Target
    /// A new one of the same name takes the place of an older one.
    public let name: String

    /// That of the notes of a chat.
    public static func name(of chat: Int64) -> String { "chat \(chat)" }

    /// `nil` where nothing is to be told. The permission is asked for by whoever shows it.
    public init?(_ event: NotificationPolicy.Event, isInFront: Bool, isWanted: Bool) {
        let decision = NotificationPolicy.decision(
            on: event, isInFront: isInFront, isWanted: isWanted, permission: .notAsked)
        guard case .ask(let notice) = decision else { return nil }
        (title, body) = (notice.title, notice.body)
        switch event {
        case .answerEnded:
            (target, name) = notice.chat.map { (.chat($0), Self.name(of: $0)) } ?? (.window, "private chat")
        case .downloadEnded(let model), .downloadFailed(let model, _):
            (target, name) = (.downloads, "download \(model)")
        }
    }
}

extension UserNote.Target {
    /// As a notification keeps it.
    public var word: String {
        switch self {
        case .chat(let chat): "chat \(chat)"
        case .window: "window"
        case .downloads: "downloads"
        }
    }

    public init?(word: String) {
        let parts = word.split(separator: " ")
        switch (parts.first, parts.count) {
        case ("window", 1): self = .window
        case ("downloads", 1): self = .downloads
        case ("chat", 2):
            guard let chat = Int64(parts[1]) else { return nil }
            self = .chat(chat)
        default: return nil
        }
    }
}
