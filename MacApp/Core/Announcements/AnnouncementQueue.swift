/// Has announcements said when it is time: of those about the same thing that wait, only the newest.
@MainActor
public final class AnnouncementQueue {
    private let clock: any Clock<Duration>
    private let say: @MainActor (Announcement) -> Void
    private var waiting: [Announcement.Subject: OwnedTask] = [:]

    public init(clock: any Clock<Duration> = ContinuousClock(), say: @escaping @MainActor (Announcement) -> Void) {
        self.clock = clock
        self.say = say
    }

    public func post(_ announcement: Announcement?) {
        guard let announcement else { return }
        let subject = announcement.subject
        waiting.removeValue(forKey: subject)?.cancel()
        guard announcement.delay > .zero else { return say(announcement) }
        let clock = clock
        let task = Task { [weak self] in
            do { try await clock.sleep(for: announcement.delay, tolerance: nil) } catch { return }
            // It may have been replaced while it woke.
            guard !Task.isCancelled else { return }
            self?.waiting[subject] = nil
            self?.say(announcement)
        }
        waiting[subject] = OwnedTask(task)
    }
}
