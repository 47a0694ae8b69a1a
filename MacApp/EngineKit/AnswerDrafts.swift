internal import TandemBindings

/// What drafting did for a part of an answer.
public struct AnswerDrafts: Equatable, Sendable {
    /// What one round did. It brought one token more than it accepted: the model's own.
    public struct Round: Equatable, Sendable {
        public var drafted: Int
        /// Drafts that the model agreed with.
        public var accepted: Int

        public init(drafted: Int, accepted: Int) {
            self.drafted = drafted
            self.accepted = accepted
        }
    }

    public var rounds: [Round]
    /// Which of the whole answer's text so far came from accepted drafts: whole characters, in bytes of UTF-8, in order.
    public var text: [Range<Int>]
    /// The same of the thinking before it.
    public var thinking: [Range<Int>]

    public init(rounds: [Round] = [], text: [Range<Int>] = [], thinking: [Range<Int>] = []) {
        self.rounds = rounds
        self.text = text
        self.thinking = thinking
    }
}

extension AnswerDrafts {
    init(_ drafts: DraftsRecord) {
        self.init(
            rounds: drafts.rounds.map { Round(drafted: Int($0.drafted), accepted: Int($0.accepted)) },
            text: drafts.text.compactMap(Range.init(bytes:)),
            thinking: drafts.thinking.compactMap(Range.init(bytes:)))
    }
}

extension Range<Int> {
    fileprivate init?(bytes range: ByteRange) {
        guard range.start <= range.end, let end = Int(exactly: range.end) else { return nil }
        self = Int(range.start)..<end
    }
}
