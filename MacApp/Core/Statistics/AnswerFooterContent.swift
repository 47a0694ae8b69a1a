import EngineKit
import Foundation

/// What stands under an answer in the transcript.
public struct AnswerFooterContent: Equatable, Sendable {
    /// Speed, first token, what speculation brought; empty where the numbers are hidden or there are none.
    public private(set) var line = ""
    /// All numbers, for a popover.
    public private(set) var rows: [AnswerSummary.Row] = []
    /// What speculation did, in a sentence, for the popover.
    public private(set) var sentence = ""
    /// How the answer ended, if not by itself, for the popover.
    public let note: String?
    public let warnings: [String]
    public private(set) var drafting: DraftingNote?

    /// `nil` for what is no answer, or comes still, and where there is nothing to say. Warnings are about the text: they
    /// stay where the numbers are hidden.
    public init?(_ message: ChatMessage, next: SpeculationChoice, showsNumbers: Bool) {
        guard message.role == .assistant, message.state != .streaming,
            let facts = message.statistics.flatMap(AnswerFacts.init(kept:))
        else { return nil }
        let summary = AnswerSummary(facts)
        note = summary.note
        warnings = summary.warnings
        if showsNumbers, facts.tokens > 0 {
            line = summary.line
            rows = Self.rows(facts) + summary.rows
            sentence = summary.speculation.sentence
            drafting = DraftingNote(summary.speculation, next: next)
        }
        if line.isEmpty, warnings.isEmpty, drafting == nil { return nil }
    }

    private static func rows(_ facts: AnswerFacts) -> [AnswerSummary.Row] {
        var rows: [AnswerSummary.Row] = []
        func add(_ name: String, _ value: String) { rows.append(AnswerSummary.Row(name: name, value: value)) }
        if facts.tokensPerSecond > 0 {
            add(String(localized: "Speed"), StatisticsWords.speed(facts.tokensPerSecond))
        }
        if facts.firstToken > 0 { add(String(localized: "First token after"), Format.seconds(facts.firstToken)) }
        guard facts.speculates else { return rows }
        if facts.tokensPerRound > 0 {
            add(String(localized: "Tokens a round"), Format.decimal(facts.tokensPerRound, 2))
        }
        if let gain = facts.gain {
            add(
                String(localized: "Compared with plain decoding"),
                String(localized: "\(Format.decimal(gain, 2)) times as fast"))
        }
        let places = AcceptanceByPosition(facts)
        if !places.shares.isEmpty { add(String(localized: "Accepted by position"), places.list) }
        return rows
    }
}
