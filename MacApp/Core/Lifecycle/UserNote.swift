import EngineKit
import Foundation

/// What the user is told while Tandem is not in front.
public struct UserNote: Equatable, Sendable {
    /// What a click on it opens.
    public enum Target: Hashable, Sendable {
        case chat(Int64)
        /// A chat that is in no list: only the window that shows it.
        case window
        case downloads
    }

    public enum Event: Equatable, Sendable {
        /// An answer ended by itself; `chat` is `nil` for one that is kept nowhere.
        case answered(chat: Int64?, title: String, failed: Bool)
        case downloaded(String)
        case downloadFailed(String, EngineError)
    }

    public let title: String
    public let body: String
    public let target: Target
    /// A new one of the same name takes the place of an older one.
    public let name: String

    /// `nil` where nothing is to be told: Tandem is in front, or the user does not want it.
    public init?(_ event: Event, isInFront: Bool, wanted: Bool) {
        guard wanted, !isInFront else { return nil }
        switch event {
        case .answered(let chat, let title, let failed):
            self.title =
                failed ? String(localized: "The answer could not be finished") : String(localized: "Answered")
            // What is private is not shown on a locked screen either.
            body = chat == nil ? String(localized: "A private chat") : title
            target = chat.map { .chat($0) } ?? .window
            name = chat.map { "chat-\($0)" } ?? "private-chat"
        case .downloaded(let model):
            title = String(localized: "Download finished")
            body = String(localized: "\(ModelNames.shown(model)) is ready.")
            target = .downloads
            name = "download-\(model)"
        case .downloadFailed(let model, let error):
            title = String(localized: "\(ModelNames.shown(model)) was not downloaded")
            body = ErrorNotice(error).message
            target = .downloads
            name = "download-\(model)"
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
        switch parts.first {
        case "window": self = .window
        case "downloads": self = .downloads
        case "chat":
            guard parts.count == 2, let chat = Int64(parts[1]) else { return nil }
            self = .chat(chat)
        default: return nil
        }
    }
}
