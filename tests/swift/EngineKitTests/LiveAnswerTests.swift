import EngineKit
import Testing

extension Live {
    struct AnswerTests {
        let home: LiveHome

        init() throws {
            home = try LiveHome()
        }

        @Test func anAnswerStreamsWithTheCompanionDrafting() async throws {
            let engine = try await home.engine()
            let model = try await engine.models().folders(of: "pocket")
            let loaded = try await engine.load(model, anyway: false)
            #expect(loaded.hasCompanion && loaded.context > 0)
            #expect(Meter.read().context == loaded.context)
            var request = try await question(engine, tokens: 64)
            request.speculate = .depth(2)
            let (text, account) = try await follow(engine.answer(request))
            #expect(!text.isEmpty && text == account.text)
            #expect(account.speculation.active && account.speculation.accepted > 0)
            #expect(account.tokens.answer > 0 && account.time.tokensPerSecond > 0)
            let meter = Meter.read()
            #expect(!meter.answering && meter.tokens == account.tokens.answer)
            #expect(meter.rounds == account.speculation.rounds)
            let positions = account.speculation.acceptedByPosition
            #expect((0..<meter.positions).map(meter.accepted(at:)) == positions)
            #expect(meter.accepted(at: 8) == 0)
            #expect(try await engine.memory().active > 0)
            try await engine.unload()
            #expect(Meter.read().context == 0)
        }

        @Test func whatEachRoundDidAddsUpToTheAccountAndTellsWhatCameFromDrafts() async throws {
            let engine = try await home.engine()
            var request = try await question(engine, tokens: 64)
            request.speculate = .depth(2)
            var (rounds, ranges, text) = ([AnswerDrafts.Round](), [Range<Int>](), "")
            var account: AnswerAccount?
            for try await step in engine.answer(request) {
                switch step {
                case .text(let piece): text += piece
                case .drafts(let drafts):
                    rounds += drafts.rounds
                    ranges += drafts.text
                    // What it is about has come before.
                    #expect((drafts.text.last?.upperBound ?? 0) <= text.utf8.count)
                case .ended(let ended): account = ended
                case .reading, .thinking, .toolCall: break
                }
            }
            let speculation = try #require(account).speculation
            #expect(UInt64(rounds.count) == speculation.rounds && speculation.accepted > 0)
            #expect(rounds.reduce(0) { $0 + UInt64($1.accepted) } == speculation.accepted)
            #expect(rounds.reduce(0) { $0 + UInt64($1.drafted) } == speculation.drafted)
            #expect(!ranges.isEmpty && zip(ranges, ranges.dropFirst()).allSatisfy { $0.upperBound <= $1.lowerBound })
            // Whole characters.
            for range in ranges {
                #expect(String(bytes: Array(text.utf8)[range], encoding: .utf8) != nil)
            }
            request.speculate = .off
            for try await step in engine.answer(request) {
                if case .drafts(let drafts) = step { #expect(drafts.text.isEmpty) }
            }
        }

        @Test func theSameTextComesWithAndWithoutTheCompanion() async throws {
            let engine = try await home.engine()
            var request = try await question(engine, tokens: 48)
            request.exact = true
            request.speculate = .depth(2)
            let drafted = try await follow(engine.answer(request))
            request.speculate = .off
            let plain = try await follow(engine.answer(request))
            #expect(drafted.text == plain.text && !plain.account.speculation.active)
        }

        @Test func anAnswerIsCancelledInTheMiddleAndTheNextOneComes() async throws {
            let engine = try await home.engine()
            let endless = try await endlessQuestion(engine)
            let reader = Task {
                for try await step in engine.answer(endless) {
                    if case .text = step { return true }
                }
                return false
            }
            // Whoever stops reading has cancelled.
            #expect(try await reader.value)
            let next = try await follow(engine.answer(question(engine, tokens: 8)))
            #expect(next.account.ending != .cancelled && next.account.tokens.answer > 0)
        }

        @Test func aTaskThatIsCancelledCancelsItsAnswer() async throws {
            let engine = try await home.engine()
            let endless = try await endlessQuestion(engine)
            let (began, beginning) = AsyncStream<Void>.makeStream()
            let reader = Task {
                for try await step in engine.answer(endless) {
                    if case .text = step { beginning.yield() }
                }
            }
            for await _ in began { break }
            reader.cancel()
            _ = await reader.result
            let next = try await follow(engine.answer(question(engine, tokens: 8)))
            #expect(next.account.tokens.answer > 0)
        }

        @Test func twoAnswersTakeTurns() async throws {
            let engine = try await home.engine()
            let request = try await question(engine, tokens: 24)
            async let first = follow(engine.answer(request))
            async let second = follow(engine.answer(request))
            let texts = try await (first.text, second.text)
            #expect(texts.0 == texts.1 && !texts.0.isEmpty)
        }

        @Test func anEngineThatGoesCancelsItsAnswersAndThoseThatWait() async throws {
            func begun() async throws -> [AnswerSteps] {
                let engine = try await home.engine()
                let endless = try await endlessQuestion(engine)
                return [engine.answer(endless), engine.answer(endless)]
            }
            for steps in try await begun() {
                let (_, account) = try await follow(steps)
                #expect(account.ending == .cancelled)
            }
        }
    }
}
