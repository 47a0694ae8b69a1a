import Core
import Testing

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

    @Test func aRoundIsAcceptedDraftsOneTokenOfTheModelAndTheRest() {
        #expect(
            RoundColumn(id: 1, drafted: 4, accepted: 2).marks.map(\.mark) == [
                .accepted, .accepted, .corrected, .dropped,
            ])
        #expect(RoundColumn(id: 1, drafted: 2, accepted: 2).marks.map(\.mark) == [.accepted, .accepted, .own])
        #expect(RoundColumn(id: 1, drafted: 0, accepted: 0).marks.map(\.mark) == [.own])
        // Whatever the meter says, a column is as high as it may be.
        #expect(RoundColumn(id: 1, drafted: 1, accepted: 7).marks.map(\.mark) == [.accepted, .own])
        #expect(RoundColumn(id: 1, drafted: -1, accepted: -2).marks.map(\.mark) == [.own])
        #expect(RoundColumn(id: 9, drafted: 3, accepted: 2).marks.map(\.height) == [1, 2, 3])
        let columns = [RoundColumn(id: 1, drafted: 4, accepted: 2), RoundColumn(id: 2, drafted: 2, accepted: 2)]
        #expect(columns.summary == "In the last 2 rounds 4 of 6 drafts were accepted.")
        #expect(Set(RoundColumn.Mark.allCases.map(\.name)).count == 4)
    }

    @Test func theCostOfRowsIsToldByThatOfOne() {
        let cost = RowsCost(seconds: [0.01, 0, 0.012, .nan, -1, 0.02])
        #expect(cost.passes.map(\.id) == [1, 3, 6] && cost.passes.map(\.cost) == [1, 1.2, 2])
        #expect(cost.summary == "A pass of 6 rows takes 2 times as long as one of a single row.")
        for seconds in [[], [0], [0, 0.1], [Double.nan, 1]] { #expect(RowsCost(seconds: seconds).passes.isEmpty) }
        #expect(RowsCost(seconds: [0.1]).summary == "Not measured yet.")
    }
}
