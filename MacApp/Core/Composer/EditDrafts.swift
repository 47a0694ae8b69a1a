import EngineKit
import Foundation

/// What a window has written instead of messages that were said, until it is said or thrown away. Each window has its
/// own; what nobody goes on with is for the next one that opens the editor.
@MainActor
public final class EditDrafts {
    private let drafts: DraftStore
    /// The one that is written in here.
    private var slot: Drafts.Slot?

    public init(_ drafts: DraftStore) {
        self.drafts = drafts
    }

    /// Goes on with what was written instead of a message.
    public func take(_ message: Int64, in chat: Int64) -> String? {
        let draft = drafts.drafts[taken(message, in: chat)]
        return draft.isEmpty ? nil : draft.text
    }

    /// The messages instead of which something was written that no other window goes on with.
    public func messages(in chat: Int64) -> Set<Int64> {
        Set(drafts.free(for: self) { $0.chat == chat }.compactMap(\.place.message))
    }

    public func keep(_ edit: MessageEdit, in chat: Int64) {
        drafts.keep(Draft(text: edit.isChanged ? edit.text : ""), in: taken(edit.message, in: chat))
    }

    /// Throws away what was written here.
    public func forget(_ message: Int64, in chat: Int64) {
        guard let slot, slot.place == .edit(chat: chat, message: message) else { return }
        drafts.keep(Draft(), in: slot)
    }

    private func taken(_ message: Int64, in chat: Int64) -> Drafts.Slot {
        let place = Drafts.Place.edit(chat: chat, message: message)
        if let slot, slot.place == place { return slot }
        let slot = drafts.take(place, for: self)
        self.slot = slot
        return slot
    }
}

/// No file, for what is to be kept nowhere.
public struct Nowhere: DocumentKeeping {
    public init() {}

    public func read() -> Data? { nil }
    public func write(_ data: Data) {}
    public func setAside() {}
}
