import Foundation

/// What the model thought before it answered: closed unless it is wanted, with its time.
public struct ThinkingSection: Equatable, Sendable {
    /// The user's setting.
    public var opensWhileThinking: Bool
    public private(set) var isThinking = false
    /// It has thought at all.
    public private(set) var isThere = false
    /// What the user last chose here; it wins from then on.
    private var choice: Bool?
    /// An answer of a version that did not measure it.
    private var isOfUnknownTime = false
    private var begun: Duration?
    private var before = Duration.zero

    public init(opensWhileThinking: Bool = false) {
        self.opensWhileThinking = opensWhileThinking
    }

    public var isOpen: Bool { choice ?? (opensWhileThinking && isThinking) }

    public mutating func toggle() {
        choice = !isOpen
    }

    public mutating func begin(at now: Duration) {
        guard !isThinking else { return }
        isThinking = true
        isThere = true
        begun = now
    }

    /// It was thought some other day, for so long if that was kept.
    mutating func recall(for time: Duration?) {
        isThere = true
        before = time ?? .zero
        isOfUnknownTime = time == nil
    }

    /// It has ended; the engine, which was there from its first token on, measured so long.
    mutating func end(after time: Duration) {
        guard isThere else { return }
        before = time
        begun = nil
        isThinking = false
    }

    public mutating func end(at now: Duration) {
        before = time(at: now)
        begun = nil
        isThinking = false
    }

    /// How long it has thought, all in all.
    public func time(at now: Duration) -> Duration {
        before + (begun.map { max(now - $0, .zero) } ?? .zero)
    }

    /// The line to click on.
    public func title(at now: Duration) -> String {
        if isOfUnknownTime, !isThinking { return TranscriptWords.thoughts }
        let seconds = Int(time(at: now).components.seconds)
        return isThinking ? TranscriptWords.thinking(seconds) : TranscriptWords.thought(seconds)
    }
}

/// What the transcript says in words.
enum TranscriptWords {
    static var thoughts: String { String(localized: "Thoughts") }

    static func thinking(_ seconds: Int) -> String {
        seconds < 1 ? String(localized: "Thinking…") : String(localized: "Thinking… \(duration(seconds))")
    }

    static func thought(_ seconds: Int) -> String {
        seconds < 1
            ? String(localized: "Thought for less than a second")
            : String(localized: "Thought for \(duration(seconds))")
    }

    private static func duration(_ seconds: Int) -> String {
        seconds < 60
            ? String(localized: "\(seconds) seconds") : String(localized: "\(seconds / 60) min \(seconds % 60) s")
    }
}
