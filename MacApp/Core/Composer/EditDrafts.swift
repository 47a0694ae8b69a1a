import EngineKit
import Foundation

/// What is being written instead of messages that were said, until it is said or thrown away.
@MainActor
public struct EditDrafts {
    private let drafts: DraftStore

    public init(_ drafts: DraftStore) {
        self.drafts = drafts
    }

    public func text(instead message: Int64, in chat: Int64) -> String? {
        let draft = drafts.drafts[.edit(chat: chat, message: message)]
        return draft.isEmpty ? nil : draft.text
    }

    /// The messages instead of which something is being written.
    public func messages(in chat: Int64) -> Set<Int64> {
        Set(drafts.drafts.slots { $0.chat == chat }.compactMap(\.place.message))
    }

    public func keep(_ edit: MessageEdit, in chat: Int64) {
        drafts.keep(Draft(text: edit.isChanged ? edit.text : ""), at: .edit(chat: chat, message: edit.message))
    }

    public func forget(_ message: Int64, in chat: Int64) {
        drafts.keep(Draft(), at: .edit(chat: chat, message: message))
    }
}

/// No file, for what is to be kept nowhere.
public struct Nowhere: DocumentKeeping {
    public init() {}

    public func read() -> Data? { nil }
    public func write(_ data: Data) {}
    public func setAside() {}
}
