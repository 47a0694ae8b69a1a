import Core
import Observation

/// Has a transcript scroll as ``ScrollFollow`` says. What a view reports comes in the middle of its layout, in which
/// nothing may be scrolled: it is looked at right after.
@Observable @MainActor
final class ScrollFollower {
    private(set) var offersJump = false
    /// Scrolls; only a view can.
    @ObservationIgnored var scroll: (@MainActor (ScrollFollow.Command) -> Void)?
    @ObservationIgnored private var follow = ScrollFollow()
    @ObservationIgnored private var waiting: [ScrollFollow.Event] = []
    @ObservationIgnored private var working: OwnedTask?

    func post(_ event: ScrollFollow.Event) {
        waiting.append(event)
        guard waiting.count == 1 else { return }
        working = OwnedTask(Task { [weak self] in self?.work() })
    }

    private func work() {
        let events = waiting
        waiting = []
        var command: ScrollFollow.Command?
        for event in events { command = follow.handle(event) ?? command }
        if offersJump != follow.offersJump { offersJump = follow.offersJump }
        if let command { scroll?(command) }
    }
}
