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
        /// What of each block came from accepted drafts, in UTF-16 units of the block's plain text.
        public fileprivate(set) var drafted: [TranscriptBlock.ID: [Range<Int>]] = [:]

        /// What copying a block brings: its text, with all that it is joined to.
        public func copyText(of id: TranscriptBlock.ID) -> String? { (settled + tail).copyText(of: id) }

        /// All that has come, without marks.
        public var plainText: String { (settled + tail).plainText }

        /// The same, to be heard.
        public var speech: String { (settled + tail).speech }
    }

    public private(set) var answer = Blocks()
    public private(set) var thoughts = Blocks()
    public private(set) var thinking: ThinkingSection
    public private(set) var phase = Phase.coming

    /// The whole answer as the model wrote it, without its thoughts; also what is not seen yet.
    @ObservationIgnored public private(set) var markdown = ""

    @ObservationIgnored private var answerSplitter: BlockSplitter
    @ObservationIgnored private var thoughtSplitter: BlockSplitter
    @ObservationIgnored private var answerOrigins = BlockOrigins()
    @ObservationIgnored private var thoughtOrigins = BlockOrigins()
    /// What has come since the last flush.
    @ObservationIgnored private var newText = ""
    @ObservationIgnored private var newThoughts = ""
    @ObservationIgnored private var newDrafts = AnswerDrafts()
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
        if !message.thinking.isEmpty {
            thinking.recall(for: message.statistics.flatMap(AnswerFacts.init(kept:))?.thinkingTime)
        }
        newThoughts += message.thinking
        newText += message.text
        markdown += message.text
        close(message.state == .cut ? .cut : .ended)
    }

    /// What of the text that came is from accepted drafts; for an answer that has ended too, as it may be drawn anew.
    public func append(drafts: AnswerDrafts) {
        guard !drafts.thinking.isEmpty || !drafts.text.isEmpty else { return }
        newDrafts.thinking += drafts.thinking
        newDrafts.text += drafts.text
        if phase == .coming { arrived() } else { markDrafts() }
    }

    /// All that was thought took so long.
    public func thought(for time: Duration) {
        guard phase == .coming else { return }
        thinking.end(after: time)
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
        markDrafts()
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
        markDrafts()
        self.phase = phase
    }

    /// After the text they are about.
    private func markDrafts() {
        let drafts = newDrafts
        newDrafts = AnswerDrafts()
        if !drafts.thinking.isEmpty { thoughtOrigins.add(drafts.thinking.map(thoughtSplitter.read), to: &thoughts) }
        if !drafts.text.isEmpty { answerOrigins.add(drafts.text.map(answerSplitter.read), to: &answer) }
    }

    private enum Part { case answer, thoughts }

    private func show(_ update: BlockSplitter.Update, in part: Part) {
        change(part) { blocks in
            blocks.settled += update.settled
            blocks.tail = update.tail
        }
        switch part {
        case .answer: answerOrigins.show(update, in: &answer)
        case .thoughts: thoughtOrigins.show(update, in: &thoughts)
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

/// Which blocks came from accepted drafts, as both become known one after the other.
struct BlockOrigins {
    /// Of the whole text, in order.
    private var drafted: [Range<Int>] = []
    /// Of the blocks that stay.
    private var maps: [TranscriptBlock.ID: SourceMap] = [:]
    /// Of those that follow at this moment; they are read again and again, so nothing is worked out in vain.
    private var tailMaps: [TranscriptBlock.ID: UnreadSourceMap] = [:]

    /// New blocks, and a new tail, are seen.
    mutating func show(_ update: BlockSplitter.Update, in blocks: inout Transcript.Blocks) {
        for block in update.settled { maps[block.id] = update.maps[block.id]?.map }
        tailMaps = update.maps.filter { maps[$0.key] == nil }
        guard !drafted.isEmpty else { return }
        let last = (blocks.tail.last ?? blocks.settled.last)?.id ?? -1
        // A tail can get shorter.
        for id in blocks.drafted.keys where id > last { blocks.drafted[id] = nil }
        for block in update.settled + update.tail { mark(block, in: &blocks) }
    }

    /// More of the text is known to come from drafts; it is near the end.
    mutating func add(_ ranges: [Range<Int>], to blocks: inout Transcript.Blocks) {
        guard let first = ranges.first(where: { !$0.isEmpty })?.lowerBound else { return }
        drafted.append(joining: ranges)
        for block in blocks.tail { mark(block, in: &blocks) }
        for block in blocks.settled.reversed() {
            mark(block, in: &blocks)
            if let source = maps[block.id]?.source, source.upperBound <= first { break }
        }
    }

    private func mark(_ block: TranscriptBlock, in blocks: inout Transcript.Blocks) {
        guard let map = maps[block.id] ?? tailMaps[block.id]?.map, let source = map.source else {
            blocks.drafted[block.id] = nil
            return
        }
        let near = drafted[drafted.firstPlace(endingAfter: source.lowerBound)...]
            .prefix { $0.lowerBound < source.upperBound }
        let ranges = map.text(of: Array(near), in: block.plainText)
        blocks.drafted[block.id] = ranges.isEmpty ? nil : ranges
    }
}

extension [Range<Int>] {
    /// The first of these, which are in order, that ends after a place.
    fileprivate func firstPlace(endingAfter place: Int) -> Int {
        var (low, high) = (0, count)
        while low < high {
            let middle = (low + high) / 2
            if self[middle].upperBound > place { high = middle } else { low = middle + 1 }
        }
        return low
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
