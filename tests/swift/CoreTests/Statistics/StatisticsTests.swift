import EngineKit
import Testing

@testable import Core

@Suite struct StatisticsTests {
    private var account: AnswerAccount {
        var account = AnswerAccount(text: "x", ending: .stop)
        account.tokens.answer = 120
        account.tokens.prompt = 40
        account.tokens.cached = 30
        account.tokens.thinking = 20
        account.time.tokensPerSecond = 42.34
        account.time.promptTokensPerSecond = 512
        account.time.firstToken = 0.254
        account.time.load = 2
        account.time.thinking = 12.5
        account.speculation.active = true
        account.speculation.depth = 2
        account.speculation.rounds = 50
        account.speculation.drafted = 100
        account.speculation.accepted = 70
        account.speculation.acceptedByPosition = [45, 25]
        account.speculation.tokensPerRound = 2.4
        account.speculation.gain = 1.62
        account.peakMemory = 3_000_000_000
        account.warnings = ["w"]
        return account
    }

    private func facts(_ change: (inout AnswerFacts) -> Void = { _ in }) -> AnswerFacts {
        var facts = AnswerFacts(account)
        change(&facts)
        return facts
    }

    @Test func theLineSaysHowFastAndWhatTheCompanionBrought() {
        let summary = AnswerSummary(facts())
        #expect(summary.line == "42.3 tokens/s · first token 0.25 s · 2.4 tokens a round · 1.62 × plain")
        #expect(summary.note == nil && summary.warnings == ["w"])
        let rows = Dictionary(uniqueKeysWithValues: summary.rows.map { ($0.name, $0.value) })
        #expect(rows["Drafts accepted"] == "70 of 100 (70 %)" && rows["Most memory"] == "3 GB")
        #expect(rows["Tokens of the prompt"] == "40, 30 of them read before" && rows["Loading the model"] == "2 s")
        #expect(facts().context == 160 && facts().acceptance == 0.7)
    }

    /// An imported file may say anything.
    @Test func numbersBeyondAllBoundsAreAddedUp() {
        #expect(facts { ($0.promptTokens, $0.tokens) = (.max, .max) }.context == .max)
        var statistics = LiveStatistics()
        var reading = LiveReading()
        (reading.answering, reading.prompt, reading.tokens, reading.context) = (true, .max, 2, 10)
        statistics.take(reading, at: 0)
        #expect(statistics.gauge.level == .over)
    }

    @Test func withoutDraftsNothingIsSaidOfThem() {
        let summary = AnswerSummary(
            facts { ($0.speculates, $0.cause, $0.load) = (false, .noCompanion, 0) })
        #expect(summary.line == "42.3 tokens/s · first token 0.25 s")
        #expect(!summary.rows.contains { $0.name == "Drafts accepted" || $0.name == "Loading the model" })
        #expect(AnswerSummary(AnswerFacts()).line.isEmpty && AnswerFacts().acceptance == nil)
    }

    @Test(arguments: [
        ("length", "Cut"), ("repetition", "repeated"), ("cancelled", "Stopped"), ("error", "error"),
        ("tool_calls", "tool"),
    ])
    func anEndingThatIsNotTheModelsIsSaid(_ ending: String, _ words: String) {
        #expect(AnswerSummary(facts { $0.ending = ending }).note?.contains(words) == true)
    }

    @Test(
        arguments: [
            (.switchedOff, .switchedOff, .switchOn), (.noCompanion, .noCompanion, .chooseCompanion),
            (.misfit, .misfit, .chooseCompanion), (.rests, .resting, .measure), (.tooShort, .tooShort, nil),
            (.notDecoded, .notReached, nil), (nil, .other, nil),
        ] as [(AnswerAccount.Speculation.Cause?, SpeculationStatus.Kind, SpeculationStatus.Advice?)])
    func whySpeculationIsOffIsSaidWithWhatCanBeDone(
        _ cause: AnswerAccount.Speculation.Cause?, _ kind: SpeculationStatus.Kind, _ advice: SpeculationStatus.Advice?
    ) {
        let status = SpeculationStatus(
            facts { ($0.speculates, $0.cause, $0.reason) = (false, cause, "the moon is full") })
        #expect(status.kind == kind && status.advice == advice && !status.sentence.isEmpty)
        // What only the engine knows is told in its words.
        #expect(status.sentence.contains("the moon is full") == [.misfit, .other].contains(kind))
    }

    @Test func aCompanionThatSlowsDownIsNotPraised() {
        #expect(SpeculationStatus(facts()).sentence.contains("1.62 times as fast"))
        let losing = SpeculationStatus(facts { $0.gain = 0.86 })
        #expect(losing.kind == .losing && losing.advice == .letEngineChoose && losing.sentence.contains("slowed"))
        #expect(SpeculationStatus(facts { $0.gain = nil }).sentence.contains("2.4 tokens a round"))
    }

    @Test func whatWasKeptSaysTheSame() throws {
        let json = """
            {"finish_reason":"length","warnings":["w",1],"usage":{"prompt_tokens":40,"cached_tokens":30,
            "completion_tokens":120,"thinking_tokens":20},"speculation":{"state":"active","cause":"pays",
            "reason":"r","depth":2,"rounds":50,"drafted":100,"accepted":70,"accepted_by_position":[45,25],"tokens_per_round":2.4,"gain":1.62},
            "timing":{"load_s":2,"first_token_s":0.254,"thinking_s":12.5,"decode_tokens_per_s":42.34,"prefill_tokens_per_s":512,
            "peak_memory_bytes":3000000000}}
            """
        let kept = try #require(AnswerFacts(kept: json))
        #expect(kept.thinkingTime == .seconds(12.5))
        #expect(kept == facts { ($0.ending, $0.cause, $0.reason) = ("length", .pays, "r") })
    }

    @Test func whatWasKeptMayBeAnything() throws {
        #expect(AnswerFacts(kept: "[]") == nil && AnswerFacts(kept: "") == nil)
        let odd = try #require(
            AnswerFacts(
                kept:
                    #"{"usage":7,"speculation":{"accepted_by_position":[1,2,3,4,5,6,7,8,9,10],"rounds":-4},"timing":{"load_s":"x","first_token_s":-1}}"#
            ))
        #expect(odd.acceptedByPosition.count == 8 && odd.rounds == 0 && odd.firstToken == 0)
        #expect(AnswerFacts(kept: "{}") == AnswerFacts())
    }

    private static let most = "9223372036854775807"

    /// What is not known is not said, and nothing that cannot be.
    @Test(
        arguments: [
            (#"{"usage":{"completion_tokens":300}}"#, "", ["Answer 300 tokens"]),
            (
                #"{"usage":{"completion_tokens":300},"timing":{"decode_tokens_per_s":42}}"#, "42 tokens/s",
                ["Answer 300 tokens"]
            ),
            (#"{"usage":{"completion_tokens":300},"speculation":{"state":"off"}}"#, "", ["Answer 300 tokens"]),
            (
                #"{"usage":{"completion_tokens":300},"speculation":{"state":"off","cause":"not_decoded"}}"#, "",
                ["Answer 300 tokens"]
            ),
            (
                #"{"usage":{"completion_tokens":300},"speculation":{"state":"off","cause":"by_a_later_version"}}"#, "",
                ["Answer 300 tokens"]
            ),
            (
                #"{"usage":{"completion_tokens":3},"speculation":{"state":"active","gain":-3,"drafted":1,"accepted":100}}"#,
                "", ["Answer 3 tokens"]
            ),
            (
                #"{"usage":{"completion_tokens":3},"speculation":{"state":"active","gain":1e400,"tokens_per_round":9.5}}"#,
                "", ["Answer 3 tokens"]
            ),
            (
                """
                {"usage":{"completion_tokens":3,"prompt_tokens":5,"cached_tokens":\(most),"thinking_tokens":\(most)},
                "timing":{"first_token_s":1e308,"decode_tokens_per_s":1e308,"prefill_tokens_per_s":1e7,"load_s":1e308,
                "peak_memory_bytes":18446744073709551615,"thinking_s":9e8},"speculation":{"state":"active",
                "gain":1e308,"tokens_per_round":1e308,"rounds":1,"drafted":\(most),"accepted":\(most),
                "depth":\(most)}}
                """, "", ["Answer 3 tokens", "Tokens of the prompt 5, 0 of them read before"]
            ),
        ] as [(String, String, [String])])
    func whatWasKeptSaysNothingUntrue(_ json: String, line: String, rows: [String]) throws {
        // A number that is too large to be one makes the whole no JSON.
        guard let facts = AnswerFacts(kept: json) else {
            #expect(json.contains("1e400"))
            return
        }
        let summary = AnswerSummary(facts)
        #expect(summary.line == line && summary.rows.map { "\($0.name) \($0.value)" } == rows)
        #expect(summary.speculation.sentence.isEmpty && summary.speculation.advice == nil)
        #expect(DraftingNote(summary.speculation, next: .auto) == nil && facts.thinkingTime == nil)
    }

    @Test(arguments: ["1e300", "18446744073709551615", most, "1000000001", "-4", "\"x\""])
    func aNumberOfTokensThatCannotBeIsNone(_ tokens: String) throws {
        let facts = try #require(AnswerFacts(kept: #"{"usage":{"completion_tokens":\#(tokens),"prompt_tokens":7}}"#))
        #expect(facts.tokens == 0 && facts.context == 7 && SpeculationStatus(facts).sentence.isEmpty)
    }
}

@Suite struct LiveStatisticsTests {
    private func reading(_ tokens: UInt64, rounds: UInt64 = 0, drafted: UInt64 = 0, accepted: UInt64 = 0) -> LiveReading
    {
        var reading = LiveReading()
        reading.answering = true
        reading.tokens = tokens
        reading.rounds = rounds
        reading.drafted = drafted
        reading.accepted = accepted
        reading.tokensPerSecond = 10
        return reading
    }

    @Test func eachReadingAddsWhatItsRoundsDid() {
        var live = LiveStatistics()
        live.take(reading(0), at: 100)
        live.take(reading(5, rounds: 2, drafted: 4, accepted: 3), at: 100.5)
        live.take(reading(5, rounds: 2, drafted: 4, accepted: 3), at: 100.6)
        live.take(reading(6, rounds: 3, drafted: 6, accepted: 3), at: 101)
        #expect(
            live.strips == [.init(rounds: 2, accepted: 3, corrected: 1), .init(rounds: 1, accepted: 0, corrected: 2)])
        #expect(live.curve.map(\.time) == [0.5, 1])
        #expect(live.speed == "10 tokens/s")
    }

    @Test func aNewAnswerBeginsAnew() {
        var live = LiveStatistics()
        live.take(reading(50, rounds: 20, drafted: 40, accepted: 30), at: 1)
        live.take(reading(3, rounds: 1, drafted: 2, accepted: 2), at: 9)
        #expect(live.curve.count == 1 && live.curve[0].time == 0)
        #expect(live.strips == [.init(rounds: 1, accepted: 2, corrected: 0)])
        var over = reading(3, rounds: 1, drafted: 2, accepted: 2)
        over.answering = false
        live.take(over, at: 10)
        #expect(live.curve.count == 1)
        live.take(reading(4), at: 20)
        #expect(live.curve == [.init(time: 0, tokensPerSecond: 10)] as [LiveStatistics.Point])
    }

    @Test func aLongAnswerKeepsItsWholeCurveInBoundedSpace() {
        var live = LiveStatistics()
        for tokens in 1...5000 { live.take(reading(UInt64(tokens), rounds: UInt64(tokens)), at: Double(tokens)) }
        #expect(live.curve.count <= LiveStatistics.longestCurve && live.curve.count > LiveStatistics.longestCurve / 4)
        #expect(live.strips.count == LiveStatistics.longestCurve)
        #expect(live.curve[0].time < 50 && live.curve.last.map { $0.time > 4900 } == true)
        #expect(zip(live.curve, live.curve.dropFirst()).allSatisfy { $0.time < $1.time })
    }

    @Test func sharesAndProgressStayWithinBounds() {
        var live = LiveStatistics()
        var prefill = reading(0)
        (prefill.prompt, prefill.promptRead) = (100, 25)
        live.take(prefill, at: 0)
        #expect(live.promptProgress == 0.25 && live.acceptanceByPosition.isEmpty)
        var decoding = reading(10, rounds: 4)
        (decoding.acceptedByPosition, decoding.prompt, decoding.context, decoding.memory) = ([3, 9], 100, 50, 2000)
        live.take(decoding, at: 1)
        #expect(live.promptProgress == nil && live.acceptanceByPosition == [0.75, 1])
        #expect(live.gauge.text == "220 %" && live.gauge.level == .over && live.memory == "2 kB")
    }

    @MainActor @Test func theStoreReadsAtEachTick() {
        @MainActor final class Source { var next = LiveReading() }
        let source = Source()
        let store = LiveStatisticsStore { source.next }
        store.tick(at: 0)
        #expect(store.statistics == LiveStatistics() && store.statistics.speed == "–")
        source.next = reading(3)
        store.tick(at: 1)
        #expect(store.statistics.reading.tokens == 3)
        LiveStatisticsStore().tick(at: 0)
    }

    @Test func theGaugeSaysWhenItIsOver() {
        #expect(ContextGauge(used: 10, context: 0).level == .unknown && ContextGauge().text == "–")
        #expect(ContextGauge(used: 50, draft: 29, context: 100).level == .calm)
        #expect(ContextGauge(used: 50, draft: 30, context: 100).level == .near)
        #expect(ContextGauge(used: 100, context: 100).level == .near)
        let over = ContextGauge(used: 100, draft: 12, context: 100)
        #expect(over.level == .over && over.text == "112 %" && over.explanation.contains("left out"))
        for gauge in [ContextGauge(), ContextGauge(used: 1, context: 10), ContextGauge(used: 9, context: 10)] {
            #expect(!gauge.explanation.isEmpty)
        }
        #expect(
            ContextGauge.estimate("") == 0 && ContextGauge.estimate("abcd") == 1 && ContextGauge.estimate("日本語") == 2)
    }
}
