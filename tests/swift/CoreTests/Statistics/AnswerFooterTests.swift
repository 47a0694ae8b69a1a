import Core
import EngineKit
import Testing

@Suite struct AnswerFooterTests {
    private func answer(
        _ speculation: String =
            #"{"state":"active","depth":2,"rounds":50,"drafted":100,"accepted":70,"accepted_by_position":[45,25],"tokens_per_round":2.4,"gain":1.62}"#,
        ending: String = "stop", tokens: Int = 120
    ) -> ChatMessage {
        var message = ChatMessage(id: 2, parent: 1, role: .assistant, state: .complete, text: "because")
        message.finishReason = ending
        message.statistics = """
            {"finish_reason":"\(ending)","warnings":["the context was shortened"],"usage":{"completion_tokens":\(tokens)},
            "timing":{"first_token_s":0.25,"decode_tokens_per_s":42},"speculation":\(speculation)}
            """
        return message
    }

    private func footer(
        _ message: ChatMessage, next: SpeculationChoice = .auto, numbers: Bool = true
    ) -> AnswerFooterContent? {
        AnswerFooterContent(message, next: next, showsNumbers: numbers)
    }

    @Test func speedFirstTokenAndGainStandUnderAnAnswer() throws {
        let content = try #require(footer(answer()))
        #expect(content.line == "42 tokens/s · first token 0.25 s · 2.4 tokens a round · 1.62 × plain")
        #expect(content.note == nil && content.drafting == nil && content.warnings == ["the context was shortened"])
        let rows = Dictionary(uniqueKeysWithValues: content.rows.map { ($0.name, $0.value) })
        #expect(rows["Compared with plain decoding"] == "1.62 times as fast")
        #expect(rows["Accepted by position"] == "90 %, 50 %" && rows["Tokens a round"] == "2.4")
        #expect(content.sentence.contains("1.62 times as fast"))
    }

    @Test func whoHidesTheNumbersIsWarnedAllTheSame() throws {
        let content = try #require(footer(answer(ending: "length"), numbers: false))
        #expect(content.line.isEmpty && content.rows.isEmpty && content.drafting == nil)
        #expect(content.note == "Cut at the longest length." && content.warnings.count == 1)
        var plain = answer()
        plain.statistics = #"{"usage":{"completion_tokens":3},"timing":{"decode_tokens_per_s":9}}"#
        #expect(footer(plain, numbers: false) == nil && footer(plain) != nil)
    }

    @Test func whatIsNoAnswerHasNone() {
        var question = answer()
        question.role = .user
        var coming = answer()
        coming.state = .streaming
        #expect(footer(question) == nil && footer(coming) == nil)
        let bare = ChatMessage(id: 2, parent: 1, role: .assistant, state: .complete, text: "imported")
        #expect(footer(bare) == nil)
    }

    @Test func anAnswerThatWasCutHasNoAccount() {
        #expect(footer(ChatMessage(id: 2, parent: 1, role: .assistant, state: .cut, text: "bec")) == nil)
    }

    private let off = #"{"state":"off","cause":"switched_off","reason":"asked"}"#
    private let losing =
        #"{"state":"active","depth":4,"rounds":9,"drafted":36,"accepted":2,"tokens_per_round":1.1,"gain":0.8}"#

    @Test func whyDraftingIsOffIsSaidWithAButton() {
        #expect(footer(answer(off), next: .off)?.drafting?.advice == .switchOn)
        #expect(footer(answer(losing), next: .depth(4))?.drafting?.advice == .letEngineChoose)
        #expect(footer(answer(#"{"state":"off","cause":"no_companion"}"#))?.drafting?.advice == .chooseCompanion)
        #expect(footer(answer(#"{"state":"off","cause":"rests"}"#))?.drafting?.advice == .measure)
        #expect(footer(answer(#"{"state":"off","cause":"too_short"}"#))?.drafting?.advice == nil)
    }

    @Test(arguments: [SpeculationChoice.auto, .depth(2)])
    func whatWasDoneSinceIsNotOfferedAgain(_ next: SpeculationChoice) {
        let note = footer(answer(off), next: next)?.drafting
        #expect(note?.advice == nil && note?.sentence.contains("on for the next") == true)
        #expect(footer(answer(losing), next: .auto)?.drafting?.advice == .measure)
        #expect(footer(answer(losing), next: .off)?.drafting?.advice == nil)
    }

    @Test func eachAdviceHasAButtonAndSomeChangeTheChat() {
        let all: [SpeculationStatus.Advice] = [.switchOn, .chooseCompanion, .measure, .letEngineChoose]
        #expect(Set(all.map(\.title)).count == 4)
        #expect(all.map(\.choice) == [.auto, nil, nil, .auto])
    }
}
