import EngineKit
import Testing

@testable import Core

@Suite struct LivePanelTests {
    private func reading(tokens: UInt64, rounds: UInt64 = 0, drafted: UInt64 = 0, accepted: UInt64 = 0) -> LiveReading {
        var reading = LiveReading()
        (reading.answering, reading.tokens, reading.rounds) = (true, tokens, rounds)
        (reading.drafted, reading.accepted, reading.tokensPerSecond) = (drafted, accepted, 20)
        return reading
    }

    @Test func beforeAnyAnswerItSaysSo() {
        let panel = LivePanel(LiveStatistics())
        #expect(panel.phase == .nothing && panel.title == "No answer yet")
        #expect(panel.speedSummary == "No tokens yet." && panel.rounds.summary == "No rounds yet.")
        #expect(panel.acceptance.summary == "No drafts yet.")
    }

    @Test func itFollowsAnAnswerFromThePromptToTheEnd() {
        var live = LiveStatistics()
        var prompt = reading(tokens: 0)
        (prompt.prompt, prompt.promptRead) = (100, 40)
        live.take(prompt, at: 0)
        #expect(LivePanel(live).phase == .reading(0.4))
        live.take(reading(tokens: 3, rounds: 1, drafted: 3, accepted: 2), at: 1)
        var faster = reading(tokens: 6, rounds: 2, drafted: 6, accepted: 4)
        (faster.tokensPerSecond, faster.acceptedByPosition) = (30, [2, 1])
        live.take(faster, at: 2)
        let panel = LivePanel(live)
        #expect(panel.phase == .answering)
        #expect(panel.speedSummary == "30 tokens/s, between 20 and 30 since the answer began.")
        #expect(
            panel.acceptance.summary
                == "Draft 1: accepted in 100 % of the rounds. Draft 2: accepted in 50 % of the rounds.")
        faster.answering = false
        live.take(faster, at: 3)
        #expect(LivePanel(live).phase == .ended)
    }

    @Test func aRoundStandsInAColumnAndIsToldInWords() {
        var strip = RoundStrip()
        #expect(strip.summary == "No rounds yet." && strip.last.isEmpty)
        strip.add([AnswerDrafts.Round(drafted: 4, accepted: 2), AnswerDrafts.Round(drafted: 2, accepted: 2)])
        #expect(strip.rounds[0].places.map(\.token) == [.accepted, .accepted, .corrected, .dropped])
        #expect(strip.rounds[1].places.map(\.height) == [1, 2, 3])
        #expect(strip.rounds[0].words == "Round 1: 2 of 4 drafts accepted.")
        #expect(strip.summary == "In the last 2 rounds 4 of 6 drafts were accepted.")
        #expect(Set(RoundStrip.Token.kinds.map(\.name)).count == 4)
        for _ in 0..<60 { strip.add([AnswerDrafts.Round(drafted: 1, accepted: 1)]) }
        #expect(strip.last.count == RoundStrip.shown && strip.last.last?.id == 62)
    }
}
