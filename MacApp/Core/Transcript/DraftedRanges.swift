import EngineKit

/// Which of an answer came from accepted drafts, in bytes of UTF-8 of all of its text and of all of its thinking: whole
/// characters, in order, apart. It is known as long as the app runs, and not kept with the answer.
public struct DraftedRanges: Equatable, Sendable {
    public private(set) var text: [Range<Int>] = []
    public private(set) var thinking: [Range<Int>] = []

    public init() {}

    public var isEmpty: Bool { text.isEmpty && thinking.isEmpty }

    mutating func add(_ drafts: AnswerDrafts) {
        text.append(joining: drafts.text)
        thinking.append(joining: drafts.thinking)
    }

    /// All of it as one step, for an answer that is drawn anew.
    public var drafts: AnswerDrafts { AnswerDrafts(text: text, thinking: thinking) }
}

extension [Range<Int>] {
    /// Adds ranges that come after these; neighbours become one.
    mutating func append(joining more: Self) {
        for range in more where !range.isEmpty {
            if let last, last.upperBound == range.lowerBound {
                self[count - 1] = last.lowerBound..<range.upperBound
            } else if last.map({ $0.upperBound < range.lowerBound }) ?? true {
                append(range)
            }
        }
    }
}
