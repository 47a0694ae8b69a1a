import EngineKit
import Testing

@testable import Core

struct RoundStripTests {
    private func round(_ drafted: Int, _ accepted: Int) -> AnswerDrafts.Round {
        AnswerDrafts.Round(drafted: drafted, accepted: accepted)
    }

    @Test func theTokensOfEachRoundAreToldApart() {
        var strip = RoundStrip()
        strip.add([round(3, 1), round(2, 2), round(0, 0), round(2, 0)])
        #expect(strip.rounds.map(\.id) == [1, 2, 3, 4])
        #expect(strip.rounds[0].tokens == [.accepted, .corrected, .dropped])
        #expect(strip.rounds[1].tokens == [.accepted, .accepted, .own])
        #expect(strip.rounds[2].tokens == [.own])
        #expect(strip.rounds[3].tokens == [.corrected, .dropped])
        #expect(strip.count == 4 && strip.drafted == 7 && strip.accepted == 3 && strip.corrected == 2)
    }

    @Test func onlyTheLastRoundsAreKeptAndAllAreCounted() {
        var strip = RoundStrip()
        for _ in 0..<10 { strip.add(Array(repeating: round(2, 1), count: 30)) }
        #expect(strip.rounds.count == RoundStrip.longest && strip.count == 300 && strip.accepted == 300)
        #expect(strip.rounds.last?.id == 300)
    }

    @Test func oddCountsDoNoHarm() {
        var strip = RoundStrip()
        strip.add([round(-3, 5), round(1_000_000, 2_000_000)])
        #expect(strip.rounds.map { $0.tokens.count } == [1, 9])
    }

    @Test func rangesOfDraftsAreJoined() {
        var ranges = DraftedRanges()
        ranges.add(AnswerDrafts(text: [0..<3, 5..<7], thinking: [1..<2]))
        ranges.add(AnswerDrafts(text: [7..<9, 12..<12, 20..<22]))
        // What does not come after the rest is not believed.
        ranges.add(AnswerDrafts(text: [3..<4]))
        #expect(ranges.text == [0..<3, 5..<9, 20..<22] && ranges.thinking == [1..<2])
        #expect(ranges.drafts == AnswerDrafts(text: ranges.text, thinking: ranges.thinking))
    }
}
