import EngineKit

/// What VoiceOver says of what happens in a window: that an answer begins, now and then how far it is, how it ended. Never
/// the text as it comes, which would never stop.
public struct AnnouncementPolicy: Sendable {
    public enum Event: Equatable, Sendable {
        case answerBegan
        /// The text of the answer is as it is shown, without marks.
        case answerEnded(AnswerAccount.Ending, text: String)
        case downloadEnded(title: String)
        case downloadFailed(title: String, ErrorNotice)
        /// What the find bar shows.
        case found(count: String)
        case chatsTrashed(Int)
        case messagesDeleted(Int)
        /// A step was taken back.
        case undone
    }

    /// The least time between two words about an answer that comes.
    public static let interval = Duration.seconds(10)
    /// While someone types, only the last count is said.
    static let findDelay = Duration.milliseconds(700)
    /// Of an answer that is complete so much is read out, in characters; the rest is there to be read.
    static let beginning = 200

    private var lastTold: Duration?
    private var wasThinking = false

    public init() {}

    /// What to say about something that happened. `time` is that of any clock that goes on.
    public mutating func announcement(of event: Event, at time: Duration) -> Announcement {
        switch event {
        case .answerBegan:
            lastTold = time
            wasThinking = false
            return Announcement(AnnouncementWords.began, .answer, .low)
        case .answerEnded(let ending, let text):
            lastTold = nil
            return Self.announcement(of: ending, text)
        case .downloadEnded(let title):
            return Announcement(AnnouncementWords.downloaded(title), .download)
        case .downloadFailed(let title, let notice):
            return Announcement(AnnouncementWords.notDownloaded(title, notice.message), .download, .high)
        case .found(let count):
            return Announcement(count, .find, .medium, after: Self.findDelay)
        case .chatsTrashed(let count):
            return Announcement(ChatListWords.trashed(count), .chats)
        case .messagesDeleted(let count):
            return Announcement(AnnouncementWords.deleted(count), .chats)
        case .undone:
            return Announcement(AnnouncementWords.undone, .chats)
        }
    }

    /// What to say about an answer that comes, if it is time again. The text is only looked at then.
    public mutating func progress(of answer: LiveAnswer, at time: Duration) -> Announcement? {
        // Whoever comes to an answer on its way was told nothing yet.
        guard let last = lastTold else {
            lastTold = time
            return nil
        }
        guard time - last >= Self.interval else { return nil }
        lastTold = time
        defer { wasThinking = answer.phase == .thinking }
        switch answer.phase {
        case .stopping: return nil
        case .waiting: return Announcement(AnnouncementWords.waiting, .answer, .low)
        case .reading(let done, let total):
            let share = Format.percent(Double(done), of: Double(total))
            return Announcement(AnnouncementWords.reading(share), .answer, .low)
        case .thinking:
            let words = wasThinking ? AnnouncementWords.stillThinking : AnnouncementWords.thinking
            return Announcement(words, .answer, .low)
        case .writing: return Announcement(AnnouncementWords.written(answer.text), .answer, .low)
        }
    }

    private static func announcement(of ending: AnswerAccount.Ending, _ text: String) -> Announcement {
        let beginning = text.line(Self.beginning)
        switch ending {
        case .stop, .toolCalls:
            return Announcement(
                beginning.isEmpty ? AnnouncementWords.complete : AnnouncementWords.complete(beginning), .answer)
        case .length, .repetition:
            return Announcement(AnnouncementWords.cut(beginning), .answer)
        case .cancelled:
            return Announcement(AnnouncementWords.stopped, .answer)
        case .failed(let error):
            return Announcement(AnnouncementWords.failed(ErrorNotice(error).message), .answer, .high)
        }
    }
}
