import EngineKit
import Foundation

/// Keeps drafts: a moment after the last key, and when the app quits.
@MainActor
public final class DraftStore {
    private struct Holder {
        weak var object: AnyObject?
    }

    public private(set) var drafts: Drafts
    private let file: any DocumentKeeping
    private let clock: any Clock<Duration>
    private let delay: Duration
    private var writing: OwnedTask?
    private var isDirty = false
    /// The last attempt to write failed, and that was told.
    public private(set) var isFailing = false
    /// Told when drafts cannot be written any more.
    public var onFailure: (@MainActor () -> Void)?
    /// There is a file that could be neither read nor set aside; writing would destroy it.
    private var isInTheWay = false
    /// Who writes in a draft.
    private var holders: [Drafts.Slot: Holder] = [:]
    /// Beyond those of the file.
    private var lastNumber = Drafts.most

    public init(
        _ file: any DocumentKeeping, delay: Duration = .seconds(1), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.file = file
        self.delay = delay
        self.clock = clock
        // Drafts that cannot be read are no reason to stop, and no reason to destroy them.
        drafts = Drafts()
        do {
            guard let data = try file.read() else { return }
            guard Drafts.understands(data) else { throw NotUnderstood() }
            drafts = Drafts(data)
        } catch {
            isInTheWay = (try? file.setAside()) == nil
        }
    }

    private struct NotUnderstood: Error {}

    /// A draft for a window to go on with, instead of the one it has: the last one of the place that is in no other
    /// window, or an empty one.
    func take(_ place: Drafts.Place, for window: AnyObject) -> Drafts.Slot {
        holders = holders.filter { $0.value.object != nil && $0.value.object !== window }
        let slot = free(for: window) { $0 == place }.last ?? next(place)
        hold(slot, for: window)
        return slot
    }

    /// The drafts of some places that are in no other window.
    func free(for window: AnyObject, where isMeant: (Drafts.Place) -> Bool) -> [Drafts.Slot] {
        drafts.slots(where: isMeant).filter { slot in
            guard let holder = holders[slot]?.object else { return true }
            return holder === window
        }
    }

    /// Gives a draft to another one to write in, or to nobody.
    func hold(_ slot: Drafts.Slot, for object: AnyObject?) {
        holders[slot] = object.map { Holder(object: $0) }
    }

    /// A new chat has got its number: its draft goes along.
    func move(_ slot: Drafts.Slot, to place: Drafts.Place) -> Drafts.Slot {
        guard slot.place != place else { return slot }
        let moved = next(place)
        holders[moved] = holders.removeValue(forKey: slot)
        var draft = drafts[slot]
        // The chat has now what was chosen for it.
        draft.new = nil
        keep(Draft(), in: slot)
        keep(draft, in: moved)
        return moved
    }

    private func next(_ place: Drafts.Place) -> Drafts.Slot {
        lastNumber += 1
        return Drafts.Slot(place: place, number: lastNumber)
    }

    func keep(_ draft: Draft, in slot: Drafts.Slot) {
        guard drafts[slot] != draft else { return }
        drafts[slot] = draft
        isDirty = true
        // One that waits writes this change too.
        guard writing == nil else { return }
        let (clock, delay) = (clock, delay)
        let task = Task { [weak self] in
            do { try await clock.sleep(for: delay, tolerance: nil) } catch { return }
            self?.write()
        }
        writing = OwnedTask(task)
    }

    /// Keeps what is chosen for a chat that has not begun, beside what is written there.
    func keep(_ new: NewChat, in slot: Drafts.Slot) {
        var draft = drafts[slot]
        draft.new = new == NewChat() ? nil : new
        keep(draft, in: slot)
    }

    public func forget(_ chats: Set<Int64>) {
        for slot in drafts.slots(where: { $0.chat.map(chats.contains) == true }) { keep(Draft(), in: slot) }
    }

    /// Writes what has changed; `false` if that was not possible, and then the next change tries again.
    @discardableResult
    public func write() -> Bool {
        writing?.cancel()
        writing = nil
        guard isDirty else { return true }
        if isInTheWay { isInTheWay = (try? file.setAside()) == nil }
        guard !isInTheWay else {
            if !isFailing { onFailure?() }
            isFailing = true
            return false
        }
        isDirty = (try? file.write(drafts.data)) == nil
        if isDirty, !isFailing { onFailure?() }
        isFailing = isDirty
        return !isDirty
    }
}
