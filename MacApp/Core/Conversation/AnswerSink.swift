import EngineKit

/// Where an answer is drawn as it comes. The conversation keeps the text itself, whether there is one or not.
@MainActor
public protocol AnswerSink: AnyObject {
    func append(text: String)
    func append(thinking: String)
    /// What drafting did for the pieces before.
    func append(drafts: AnswerDrafts)
    /// How long was thought, all in all; told before the end.
    func thought(for time: Duration)
    func end()
    func fail(_ error: EngineError)
    /// Ends it before its end, as the user or quitting wanted.
    func cut()
}

extension AnswerSink {
    public func append(drafts: AnswerDrafts) {}
    public func thought(for time: Duration) {}
}

/// An answer that is being written.
public struct LiveAnswer: Equatable, Sendable {
    public enum Phase: Equatable, Sendable {
        /// For the model to be loaded, or for another answer to end.
        case waiting
        case reading(done: UInt64, total: UInt64)
        case thinking, writing
        /// Stopped by the user; its end has not come yet.
        case stopping
    }

    public let question: Int64
    /// `nil` until it is on the disk.
    public internal(set) var id: Int64?
    public internal(set) var phase = Phase.waiting
    public internal(set) var text = ""
    public internal(set) var thinking = ""
    /// What of it came from accepted drafts.
    public internal(set) var drafted = DraftedRanges()
    public internal(set) var rounds = RoundStrip()

    init(question: Int64) {
        self.question = question
    }

    /// Takes a step over; what of it is to be kept.
    mutating func take(_ step: AnswerStep) -> AnswerPiece? {
        switch step {
        case .reading(let done, let total):
            move(to: .reading(done: done, total: total))
            return nil
        case .thinking(let piece):
            move(to: .thinking)
            thinking += piece
            return .thinking(piece)
        case .text(let piece):
            move(to: .writing)
            text += piece
            return .text(piece)
        case .toolCall(let name, let arguments):
            let call: [String: JSONValue] = [
                "name": .string(name), "arguments": JSONValue.object(in: arguments).map { .object($0) } ?? .object([:]),
            ]
            return .toolCall(JSONValue.object(call).text)
        case .drafts(let drafts):
            drafted.add(drafts)
            rounds.add(drafts.rounds)
            return nil
        case .ended: return nil
        }
    }

    private mutating func move(to next: Phase) {
        if phase != .stopping { phase = next }
    }
}
