import EngineKit
import Foundation
import Observation

/// The chats that are open, each once, in however many windows.
@Observable @MainActor
public final class Conversations {
    private struct Open {
        weak var store: ConversationStore?
    }

    @ObservationIgnored private let services: ConversationServices
    @ObservationIgnored private let clock: any Clock<Duration>
    /// Observed, so that who asks which chats answer hears of those that are opened later.
    private var open: [Int64: Open] = [:]
    /// New chats that have no number yet, and all that answer.
    private var new: [Open] = []
    /// Chats that are kept nowhere.
    private var hidden: [Open] = []
    /// Chats with something that is not on the disk: it must not go with their last window.
    private var unkept: [ObjectIdentifier: ConversationStore] = [:]
    @ObservationIgnored private var opening: [Int64: Task<Result<Conversation, EngineError>, Never>] = [:]

    public init(_ services: ConversationServices, clock: any Clock<Duration> = ContinuousClock()) {
        self.services = services
        self.clock = clock
    }

    /// The store of a chat. Asked for by two windows at once, it is read once and is the same for both. One that was
    /// deleted is read again: it may have been restored.
    public func store(of chat: Int64) async throws(EngineError) -> ConversationStore {
        if let store = open[chat]?.store {
            guard store.isGone else { return store }
            await store.settled()
        }
        let chats = services.chats
        let reading =
            opening[chat]
            ?? Task {
                do throws(EngineError) { return .success(try await chats.conversation(chat)) } catch {
                    return .failure(error)
                }
            }
        opening[chat] = reading
        let read = await reading.value
        opening[chat] = nil
        if let store = open[chat]?.store {
            if store.isGone { store.restored(try read.get()) }
            return store
        }
        let store = ConversationStore(try read.get(), services: services)
        open = open.filter { $0.value.store != nil }
        open[chat] = Open(store: store)
        hold(store)
        return store
    }

    public func begin(_ chat: NewChat = NewChat()) -> ConversationStore {
        let store = ConversationStore(chat, services: services)
        adopt(store)
        return store
    }

    /// A chat that is kept nowhere: `chats` are conversations in memory.
    public func beginPrivate(in chats: any ChatStoreProtocol) -> ConversationStore {
        var services = services
        services.chats = chats
        // No list shows it, and one that did would take its number for that of a chat that is kept.
        services.changed = { _ in }
        let store = ConversationStore(services: services)
        // It has a number of another store's, so that it is in no list by number.
        new.removeAll { $0.store == nil }
        new.append(Open(store: store))
        hidden.removeAll { $0.store == nil }
        hidden.append(Open(store: store))
        hold(store)
        return store
    }

    public func isPrivate(_ store: ConversationStore) -> Bool { hidden.contains { $0.store === store } }

    /// Whether an answer comes in another chat: one is written at a time.
    public func isAnswering(besides store: ConversationStore) -> Bool {
        stores.contains { $0 !== store && $0.isAnswering }
    }

    /// Deletes for good the messages that were deleted a day ago or more. For the start of the app: no window can take
    /// those back any more, and a day leaves room for whoever quit too soon.
    public func purgeDeleted(now: Date = Date()) async {
        // What stays is out of sight, and goes the next time.
        _ = try? await services.chats.purgeDeleted(before: now.addingTimeInterval(-24 * 60 * 60))
    }

    public var isAnswering: Bool { stores.contains(where: \.isAnswering) }

    /// The chats, by number, in which an answer is being written.
    public var answering: Set<Int64> { Set(open.filter { $0.value.store?.isAnswering == true }.keys) }

    /// Chats were renamed, moved or the like in a list: those that are open take it over.
    public func filed(_ chats: Set<Int64>) async {
        for chat in chats {
            guard let store = open[chat]?.store, let now = try? await services.chats.chat(chat) else { continue }
            store.filed(now)
        }
    }

    /// Chats were deleted: what they answer is given up.
    public func deleted(_ chats: Set<Int64>) {
        for chat in chats { open[chat]?.store?.deleted() }
    }

    /// Stops all answers and waits until what has come is on the disk, but no longer than `limit`.
    public func quit(within limit: Duration = .milliseconds(2500)) async {
        let stores = stores
        let clock = clock
        let (first, finish) = AsyncStream<Void>.makeStream()
        // No group, for that would wait for a write that hangs; the process ends anyway.
        let quitting = Task {
            await withTaskGroup { group in
                for store in stores { group.addTask { await store.quit() } }
            }
            finish.finish()
        }
        let alarm = Task {
            try? await clock.sleep(for: limit, tolerance: nil)
            finish.finish()
        }
        for await _ in first {}
        alarm.cancel()
        quitting.cancel()
    }

    /// The app goes on although it was to quit.
    public func stay() {
        for store in stores { store.stay() }
    }

    /// Whether something that was answered could not be written. What is just being written is not meant: quitting waits for
    /// that.
    public var holdsUnkept: Bool { unkept.values.contains { $0.notKept != nil } }

    private var stores: [ConversationStore] { open.values.compactMap(\.store) + new.compactMap(\.store) }

    private func adopt(_ store: ConversationStore) {
        new.removeAll { $0.store == nil }
        new.append(Open(store: store))
        store.onCreated = { [weak self] id, store in
            self?.new.removeAll { $0.store === store }
            self?.open[id] = Open(store: store)
        }
        hold(store)
    }

    /// Holds a store as long as it has something that is not on the disk.
    private func hold(_ store: ConversationStore) {
        store.onUnkept = { [weak self] store in
            self?.unkept[ObjectIdentifier(store)] = store.unkept.isEmpty ? nil : store
        }
    }
}
