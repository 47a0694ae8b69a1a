import Core
import EngineKit
import Foundation
import Testing

@Suite struct QuickPromptTests {
    private let start = Date(timeIntervalSince1970: 1_000_000)

    private func open(_ change: (inout QuickPrompt.Rules) -> Void = { _ in }) -> QuickPrompt {
        var rules = QuickPrompt.Rules()
        change(&rules)
        var prompt = QuickPrompt(rules)
        #expect(prompt.apply(.hotKey(start)) == [.show])
        return prompt
    }

    /// One that has been asked something.
    private func asked(_ question: String = "why?", _ prompt: QuickPrompt? = nil) throws -> QuickPrompt {
        var prompt = prompt ?? open()
        _ = prompt.apply(.type(question))
        let effects = prompt.apply(.return(KeyPress(), start))
        guard case .ask(_, let request)? = effects.first else {
            Issue.record("not asked: \(effects)")
            throw CancellationError()
        }
        #expect(request.prompt == question && prompt.isAnswering && prompt.text.isEmpty)
        return prompt
    }

    private func answered(_ text: String, _ ending: AskAnswer.Ending = .complete) -> AskOutcome {
        .answered(AskAnswer(text: text, ending: ending, model: "pocket"))
    }

    private func finished(_ prompt: QuickPrompt? = nil) throws -> QuickPrompt {
        var prompt = try asked("why?", prompt)
        _ = prompt.apply(.ended(ask: prompt.asking ?? 0, answered("so")))
        return prompt
    }

    @Test func itOpensAsksStreamsAndIsAnswered() throws {
        var prompt = try asked()
        #expect(prompt.apply(.piece(ask: 1, "be")).isEmpty && prompt.apply(.piece(ask: 1, "cause")).isEmpty)
        #expect(prompt.lastAnswer == "because")
        #expect(prompt.apply(.ended(ask: 1, answered("because"))).isEmpty)
        #expect(!prompt.isAnswering && prompt.exchanges.first?.ending == answered("because"))
        #expect(prompt.apply(.copy) == [.copy("because")])
        #expect(prompt.apply(.insert(start)) == [.hide, .insert("because")] && !prompt.isShown)
    }

    @Test func returnSendsUnlessTheInputMethodHasIt() {
        var prompt = open()
        _ = prompt.apply(.type("日本"))
        #expect(prompt.apply(.return(KeyPress(hasMarkedText: true), start)).isEmpty)
        #expect(prompt.apply(.return(KeyPress(.shift), start)).isEmpty)
        #expect(prompt.apply(.return(KeyPress(), start)).count == 1)
        // Not twice.
        _ = prompt.apply(.type("more"))
        #expect(prompt.apply(.return(KeyPress(), start)).isEmpty && prompt.text == "more")
    }

    @Test func nothingAndTooMuchAreNotAsked() {
        var prompt = open()
        _ = prompt.apply(.type("  \n"))
        #expect(prompt.apply(.return(KeyPress(), start)).isEmpty && prompt.refusal == nil)
        _ = prompt.apply(.type(String(repeating: "x", count: QuickPrompt.longestQuestion + 1)))
        #expect(prompt.apply(.return(KeyPress(), start)).isEmpty)
        #expect(prompt.refusal?.contains("32,001 characters") == true)
        _ = prompt.apply(.type(String(repeating: "x", count: QuickPrompt.longestQuestion)))
        #expect(prompt.refusal == nil && prompt.apply(.return(KeyPress(), start)).count == 1)
    }

    @Test func escapeStopsThenHides() throws {
        var prompt = try asked()
        _ = prompt.apply(.piece(ask: 1, "half"))
        #expect(prompt.apply(.escape(KeyPress(hasMarkedText: true), start)).isEmpty)
        #expect(prompt.apply(.escape(KeyPress(), start)) == [.cancel(1)] && prompt.isShown)
        // Until the end has come there is nothing more to stop.
        #expect(prompt.apply(.escape(KeyPress(), start)).isEmpty)
        _ = prompt.apply(.ended(ask: 1, answered("half", .cancelled)))
        #expect(prompt.lastAnswer == "half")
        #expect(prompt.apply(.escape(KeyPress(), start)) == [.hide])
        #expect(prompt.apply(.escape(KeyPress(), start)).isEmpty)
    }

    @Test func whatWasWrittenIsThereAgainHoweverLate() {
        var prompt = open()
        _ = prompt.apply(.type("half a thought"))
        #expect(prompt.apply(.escape(KeyPress(), start)) == [.hide])
        #expect(prompt.apply(.hotKey(start + 100_000)) == [.show] && prompt.text == "half a thought")
    }

    @Test func anAnswerIsThereAgainForAWhile() throws {
        var prompt = try finished()
        #expect(prompt.apply(.hotKey(start)) == [.hide])
        #expect(prompt.apply(.hotKey(start + 299)) == [.show] && prompt.lastAnswer == "so")
        _ = prompt.apply(.hotKey(start + 300))
        #expect(prompt.apply(.hotKey(start + 600)) == [.show] && prompt.exchanges.isEmpty)
    }

    @Test func whatIsForgottenIsKeptAsAChatWhereTheUserWantsThat() throws {
        var prompt = try finished(open { $0.keepsChats = true })
        let exchanges = prompt.exchanges
        #expect(prompt.apply(.startOver) == [.keep(1, exchanges, open: false)])
        #expect(prompt.apply(.startOver).isEmpty)
        var other = try finished()
        #expect(other.apply(.startOver).isEmpty && other.exchanges.isEmpty)
    }

    @Test func itGoesOnAnsweringWhileItIsHidden() throws {
        var prompt = try asked()
        #expect(prompt.apply(.lostFocus(start)) == [.hide] && prompt.isAnswering)
        _ = prompt.apply(.piece(ask: 1, "late"))
        #expect(prompt.apply(.hotKey(start + 1000)) == [.show] && prompt.lastAnswer == "late")
        var stays = open { $0.closesWithoutFocus = false }
        #expect(stays.apply(.lostFocus(start)).isEmpty && stays.isShown)
    }

    @Test func aFollowUpIsAskedWithWhatWasSaid() throws {
        var prompt = try finished()
        _ = prompt.apply(.type("and then?"))
        guard case .ask(2, let request)? = prompt.apply(.return(KeyPress(), start)).first else {
            Issue.record("not asked")
            return
        }
        #expect(request.earlier == [.init(question: "why?", answer: "so")])
        // Pieces of what is over change nothing.
        _ = prompt.apply(.piece(ask: 1, "stale"))
        #expect(prompt.exchanges.map(\.answer) == ["so", ""])
        #expect(prompt.apply(.ended(ask: 1, answered("stale"))).isEmpty && prompt.isAnswering)
    }

    @Test func aQuestionThatGotNothingCanBeAskedAgain() throws {
        var prompt = try asked()
        _ = prompt.apply(
            .ended(ask: 1, .failed(EngineError(kind: .backend, message: "m", detail: "", remedy: .restart))))
        #expect(prompt.text == "why?" && prompt.lastAnswer == nil && prompt.apply(.copy).isEmpty)
        var typed = try asked()
        _ = typed.apply(.type("new"))
        _ = typed.apply(.ended(ask: 1, .refused(.busy)))
        #expect(typed.text == "new")
    }

    @Test func itIsHandedOverToAChat() throws {
        var prompt = try finished()
        let exchanges = prompt.exchanges
        #expect(prompt.apply(.handOver(start)) == [.hide, .keep(1, exchanges, open: true)])
        #expect(prompt.exchanges.isEmpty && !prompt.canHandOver && prompt.apply(.handOver(start)).isEmpty)
    }

    @Test func itIsHandedOverWithWhatHasComeWhileItAnswers() throws {
        var prompt = try asked()
        _ = prompt.apply(.piece(ask: 1, "half"))
        #expect(prompt.apply(.handOver(start)) == [.cancel(1), .hide])
        #expect(prompt.apply(.handOver(start)).isEmpty)
        _ = prompt.apply(.type("meanwhile"))
        let effects = prompt.apply(.ended(ask: 1, answered("half", .cancelled)))
        guard case .keep(1, let exchanges, true)? = effects.first else {
            Issue.record("\(effects)")
            return
        }
        #expect(exchanges.map(\.answer) == ["half"] && prompt.text == "meanwhile")
        var unanswered = try asked()
        _ = unanswered.apply(.ended(ask: 1, .refused(.busy)))
        #expect(unanswered.text == "why?")
        _ = unanswered.apply(.handOver(start))
        #expect(unanswered.text.isEmpty)
    }

    @Test func whatCouldNotBeKeptAsAChatComesBack() throws {
        var prompt = try finished()
        let exchanges = prompt.exchanges
        _ = prompt.apply(.handOver(start))
        #expect(prompt.apply(.kept(1, false)) == [.show] && prompt.exchanges == exchanges && prompt.isShown)
        #expect(prompt.refusal?.contains("kept") == true)
        #expect(prompt.apply(.kept(1, false)).isEmpty && prompt.exchanges == exchanges)
        #expect(prompt.apply(.handOver(start)) == [.hide, .keep(2, exchanges, open: true)])
        #expect(prompt.apply(.kept(2, true)).isEmpty && prompt.exchanges.isEmpty && !prompt.isShown)
        // What was asked meanwhile comes after it.
        var other = try finished(open { $0.keepsChats = true })
        _ = other.apply(.startOver)
        other = try asked("and?", other)
        #expect(other.apply(.kept(1, false)).isEmpty)
        _ = other.apply(.piece(ask: 2, "new"))
        #expect(other.exchanges.map(\.answer) == ["so", "new"])
    }

    @Test func quittingKeepsWhatTheUserWantsKept() throws {
        var prompt = try finished(open { $0.keepsChats = true })
        prompt = try asked("and?", prompt)
        _ = prompt.apply(.piece(ask: 2, "half"))
        let exchanges = prompt.exchanges
        #expect(prompt.apply(.quit) == [.cancel(2), .keep(1, exchanges, open: false)])
        #expect(prompt.apply(.quit).isEmpty)
        var forgets = try finished()
        #expect(forgets.apply(.quit).isEmpty)
        var handsOver = try asked()
        _ = handsOver.apply(.piece(ask: 1, "half"))
        _ = handsOver.apply(.handOver(start))
        guard case .keep(1, _, false)? = handsOver.apply(.quit).last else {
            Issue.record("not kept")
            return
        }
    }

    @Test func textFromElsewhereIsAddedAndNeverAsked() {
        var prompt = QuickPrompt()
        #expect(prompt.apply(.open("selected", start)) == [.show] && prompt.text == "selected")
        #expect(prompt.apply(.open("more", start)).isEmpty && prompt.text == "selected\n\nmore")
        #expect(!prompt.isAnswering)
    }

    @Test func textFromElsewhereMakesNothingTooLong() {
        var prompt = open()
        _ = prompt.apply(.type("my own"))
        let page = String(repeating: "x", count: 8000)
        for _ in 0..<10 { _ = prompt.apply(.open(page, start)) }
        #expect(prompt.text.count <= QuickPrompt.longestQuestion && prompt.text.hasPrefix("my own\n\nx"))
        #expect(prompt.refusal != nil)
        #expect(prompt.apply(.return(KeyPress(), start + 1)).count == 1)
    }

    @Test func aReturnForAnotherWindowAsksNothingFromElsewhere() {
        var prompt = QuickPrompt()
        _ = prompt.apply(.open("of a page", start))
        #expect(prompt.apply(.return(KeyPress(), start + 0.1)).isEmpty && prompt.text == "of a page")
        #expect(prompt.apply(.return(KeyPress(), start + 0.6)).count == 1)
    }

    @Test func anAnswerThatWasInsertedIsForgottenToo() throws {
        var prompt = try finished()
        _ = prompt.apply(.insert(start))
        #expect(prompt.apply(.hotKey(start + 299)) == [.show] && prompt.lastAnswer == "so")
        _ = prompt.apply(.insert(start))
        #expect(prompt.apply(.hotKey(start + 300)) == [.show] && prompt.exchanges.isEmpty)
    }

    @Test func startingOverStopsWhatIsBeingAnswered() throws {
        var prompt = try asked()
        #expect(prompt.apply(.startOver) == [.cancel(1)] && !prompt.isAnswering)
        _ = prompt.apply(.piece(ask: 1, "stale"))
        #expect(prompt.exchanges.isEmpty)
        #expect(prompt.apply(.stop).isEmpty)
    }

    @Test func theRulesComeFromTheSettings() {
        var settings = Settings()
        settings.quickPromptKeepsMinutes = 2
        settings.quickPromptClosesWithoutFocus = false
        settings.quickPromptKeepsChats = true
        let rules = QuickPrompt.Rules(settings)
        #expect(rules.keepsFor == 120 && !rules.closesWithoutFocus && rules.keepsChats)
    }
}

@MainActor @Suite struct QuickPromptStoreTests {
    @Test func itAsksForRealAndCanBeStopped() async throws {
        let feed = AnswerFeed()
        var done: [QuickPrompt.Effect] = []
        let service = AskService(engine: feed.engine(), models: feed.models()) { "pocket" }
        let store = QuickPromptStore(QuickPrompt.Rules(), service: service) { done.append($0) }
        store.send(.hotKey(Date()))
        store.send(.type("why?"))
        store.send(.return(KeyPress(), Date()))
        await feed.asked()
        feed.send(.text("be"))
        while store.state.lastAnswer == nil { await Task.yield() }
        store.send(.stop)
        await feed.over()
        while store.state.isAnswering { await Task.yield() }
        #expect(store.state.exchanges.first?.answer == "be" && done == [.show])
        store.send(.type("again"))
        store.send(.return(KeyPress(), Date()))
        await feed.asked(2)
        feed.send(.text("whole"))
        feed.end()
        while store.state.isAnswering { await Task.yield() }
        #expect(store.state.lastAnswer == "whole")
        store.use(Settings())
        store.send(.copy)
        #expect(done.last == .copy("whole"))
    }

    @Test func aStoreThatIsGoneAsksNoMore() async {
        let feed = AnswerFeed()
        let service = AskService(engine: feed.engine(), models: feed.models()) { "pocket" }
        var store: QuickPromptStore? = QuickPromptStore(QuickPrompt.Rules(), service: service) { _ in }
        weak let gone = store
        store?.send(.type("why?"))
        store?.send(.return(KeyPress(), Date()))
        await feed.asked()
        store = nil
        await feed.over()
        #expect(gone == nil)
    }
}
