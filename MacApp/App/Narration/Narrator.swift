import Core
import EngineKit

/// Tells VoiceOver what happens in a window, as far as ``AnnouncementPolicy`` finds it worth a word.
@MainActor
final class Narrator {
    private var policy = AnnouncementPolicy()
    private let queue: AnnouncementQueue
    /// Begins anew with another one, on which time may go by faster.
    var clock: any Clock<Duration> = ContinuousClock() {
        didSet { elapsed = timeSinceNow(on: clock) }
    }
    private lazy var elapsed = timeSinceNow(on: clock)

    init(_ system: SystemServices) {
        queue = AnnouncementQueue { system.announcer.announce($0.text, isUrgent: $0.priority == .high) }
    }

    func post(_ event: AnnouncementPolicy.Event) {
        queue.post(policy.announcement(of: event, at: now))
    }

    /// Something about the answers of a chat has changed.
    func changed(from before: AnswerMoment, to now: AnswerMoment, text: @autoclosure () -> String) {
        for event in now.events(since: before, text: text()) { post(event) }
    }

    /// Says now and then how far an answer is, for as long as it comes.
    func follow(_ conversation: ConversationStore) async {
        while conversation.isAnswering, (try? await clock.sleep(for: .seconds(1), tolerance: nil)) != nil {
            if let live = conversation.live { queue.post(policy.progress(of: live, at: now)) }
        }
    }

    private var now: Duration { elapsed() }
}
