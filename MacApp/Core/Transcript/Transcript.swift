import EngineKit
import Observation

/// One answer as it is seen while it comes, and after.
///
/// Text comes in pieces of any size at any rate; what is seen changes at most 60 times a second. `settled` only ever
/// gets longer, and `tail` is short.
@Observable @MainActor
public final class Transcript: AnswerSink {
    public enum Phase: Equatable, Sendable {
        case coming, ended
        /// The user stopped it.
        case cut
        case failed(EngineError)
    }

    /// One run of blocks: those that stay, and those that follow at this moment.
    public struct Blocks: Equatable, Sendable {
        public fileprivate(set) var settled: [TranscriptBlock] = []
        /// Colours of settled code, by block, in UTF-16 units of the block's text; they come a little later than it.
        public fileprivate(set) var colours: [TranscriptBlock.ID: [CodeColour]] = [:]
        public fileprivate(set) var tail: [TranscriptBlock] = []

        /// What copying a block brings: its text, with all that it is joined to.
        public func copyText(of id: TranscriptBlock.ID) -> String? { (settled + tail).copyText(of: id) }
    }

    public private(set) var answer = Blocks()
    public private(set) var thoughts = Blocks()
    public private(set) var thinking: ThinkingSection
    public private(set) var phase = Phase.coming

    /// The whole answer as the model wrote it, without its thoughts; also what is not seen yet.
    @ObservationIgnored public private(set) var markdown = ""

    @ObservationIgnored private var answerSplitter: BlockSplitter
    @ObservationIgnored private var thoughtSplitter: BlockSplitter
    /// What has come since the last flush.
    @ObservationIgnored private var newText = ""
    @ObservationIgnored private var newThoughts = ""
    @ObservationIgnored private var pacer = FlushPacer()
    @ObservationIgnored private var timer: Task<Void, Never>?
    @ObservationIgnored private let clock: TranscriptClock
    @ObservationIgnored private let markup: any MarkupProtocol

    public init(
        markup: any MarkupProtocol = LiveMarkup(), opensWhileThinking: Bool = false,
        clock: TranscriptClock = TranscriptClock()
    ) {
        self.clock = clock
        self.markup = markup
        answerSplitter = BlockSplitter(markup: markup)
        thoughtSplitter = BlockSplitter(markup: markup)
        thinking = ThinkingSection(opensWhileThinking: opensWhileThinking)
    }

    /// The answer goes on.
    public func append(text: String) {
        guard phase == .coming, !text.isEmpty else { return }
        if thinking.isThinking { thinking.end(at: clock.now()) }
        markdown += text
        newText += text
        arrived()
    }

    /// The model thinks.
    public func append(thinking text: String) {
        guard phase == .coming, !text.isEmpty else { return }
        if !thinking.isThinking { thinking.begin(at: clock.now()) }
        newThoughts += text
        arrived()
    }

    /// Shows an answer that was kept, all at once.
    public func recall(_ message: ChatMessage) {
        guard phase == .coming else { return }
        if !message.thinking.isEmpty { thinking.recall() }
        newThoughts += message.thinking
        newText += message.text
        markdown += message.text
        close(message.state == .cut ? .cut : .ended)
    }

    /// The answer is complete.
    public func end() { close(.ended) }

    /// The user stopped it; what came stays.
    public func cut() { close(.cut) }

    /// It failed; what came stays.
    public func fail(_ error: EngineError) { close(.failed(error)) }

    /// The user opens or closes the thoughts.
    public func toggleThinking() { thinking.toggle() }

    /// The line to click on for the thoughts.
    public var thinkingTitle: String { thinking.title(at: clock.now()) }

    private func arrived() {
        guard let wait = pacer.arrived(at: clock.now()) else { return }
        guard wait > .zero else { return flush() }
        timer = Task { [weak self, clock] in
            do { try await clock.sleep(wait) } catch { return }
            self?.flush()
        }
    }

    private func flush() {
        let begin = clock.now()
        guard pacer.flush(at: begin) else { return }
        if !newThoughts.isEmpty {
            thoughtSplitter.append(newThoughts)
            show(thoughtSplitter.flush(), in: .thoughts)
        }
        if !newText.isEmpty {
            answerSplitter.append(newText)
            show(answerSplitter.flush(), in: .answer)
        }
        newThoughts = ""
        newText = ""
        pacer.took(clock.now() - begin)
    }

    private func close(_ phase: Phase) {
        guard self.phase == .coming else { return }
        timer?.cancel()
        timer = nil
        if thinking.isThinking { thinking.end(at: clock.now()) }
        thoughtSplitter.append(newThoughts)
        show(thoughtSplitter.finish(), in: .thoughts)
        answerSplitter.append(newText)
        show(answerSplitter.finish(), in: .answer)
        newThoughts = ""
        newText = ""
        self.phase = phase
    }

    private enum Part { case answer, thoughts }

    private func show(_ update: BlockSplitter.Update, in part: Part) {
        change(part) { blocks in
            blocks.settled += update.settled
            blocks.tail = update.tail
        }
        guard !update.code.isEmpty else { return }
        let colouring = Task.detached(priority: .userInitiated) { [markup] in
            update.code.map { $0.colours(by: markup) }
        }
        Task { [weak self] in
            let colours = await colouring.value
            self?.change(part) { blocks in
                for found in colours { blocks.colours.merge(found) { _, new in new } }
            }
        }
    }

    private func change(_ part: Part, _ change: (inout Blocks) -> Void) {
        switch part {
        case .answer: change(&answer)
        case .thoughts: change(&thoughts)
        }
    }
}

/// The time, and waiting; a test has its own.
public struct TranscriptClock: Sendable {
    public let now: @Sendable () -> Duration
    /// Throws if the task is cancelled.
    public let sleep: @Sendable (Duration) async throws -> Void

    public init(
        now: @escaping @Sendable () -> Duration, sleep: @escaping @Sendable (Duration) async throws -> Void
    ) {
        self.now = now
        self.sleep = sleep
    }

    /// Times from the moment it is made.
    public init() {
        let start = ContinuousClock.now
        self.init(now: { ContinuousClock.now - start }, sleep: { try await Task.sleep(for: $0) })
    }
}
