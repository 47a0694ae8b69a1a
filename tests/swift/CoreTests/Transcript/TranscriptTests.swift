import Core
import EngineKit
import Foundation
import Observation
import Synchronization
import Testing

extension ManualClock {
    fileprivate var transcript: TranscriptClock {
        TranscriptClock(now: { self.now.offset }, sleep: { try await self.sleep(for: $0) })
    }
}

@MainActor
struct TranscriptTests {
    private let time = ManualClock()

    private func transcript(opensWhileThinking: Bool = false) -> Transcript {
        Transcript(opensWhileThinking: opensWhileThinking, clock: time.transcript)
    }

    /// Lets tasks of the main actor run until something is so.
    private func until(_ done: () -> Bool) async {
        let end = ContinuousClock.now + .seconds(30)
        while !done(), ContinuousClock.now < end { await Task.yield() }
        #expect(done())
    }

    @Test func theFirstPieceIsSeenAtOnceAndTheNextAfterAWhile() async {
        let transcript = transcript()
        transcript.append(text: "One")
        #expect(transcript.answer.tail.map(\.plainText) == ["One"])
        transcript.append(text: " two")
        transcript.append(text: " three")
        #expect(transcript.answer.tail.map(\.plainText) == ["One"])
        await until { time.sleeping == 1 }
        time.advance(by: .milliseconds(17))
        await until { transcript.answer.tail.map(\.plainText) == ["One two three"] }
        #expect(transcript.markdown == "One two three")
        #expect(time.sleeping == 0)
    }

    @Test func whatCameFromDraftsIsMarkedWithTheTextAndNoMoreOften() async {
        let transcript = transcript()
        transcript.append(text: "One")
        let changes = Mutex(0)
        withObservationTracking {
            _ = transcript.answer
        } onChange: {
            changes.withLock { $0 += 1 }
        }
        transcript.append(text: " two")
        transcript.append(drafts: AnswerDrafts(text: [4..<7]))
        transcript.append(text: " three")
        transcript.append(drafts: AnswerDrafts(text: [8..<13]))
        await until { time.sleeping == 1 }
        #expect(changes.withLock { $0 } == 0 && transcript.answer.drafted.isEmpty)
        time.advance(by: .milliseconds(17))
        await until { transcript.answer.drafted[0] == [4..<7, 8..<13] }
        // The last round is told after the last piece.
        time.advance(by: .seconds(1))
        transcript.append(text: " four")
        transcript.append(drafts: AnswerDrafts(text: [14..<18]))
        #expect(transcript.answer.drafted[0]?.count == 2)
        transcript.end()
        #expect(transcript.answer.drafted[0] == [4..<7, 8..<13, 14..<18])
    }

    @Test func theEndShowsWhatIsLeftAtOnceAndLeavesNoTimer() async {
        let transcript = transcript()
        transcript.append(text: "One")
        transcript.append(text: "\n\nTwo")
        await until { time.sleeping == 1 }
        transcript.end()
        #expect(transcript.answer.settled.map(\.plainText) == ["One", "Two"])
        #expect(transcript.answer.tail == [])
        #expect(transcript.phase == .ended)
        await until { time.sleeping == 0 }
        transcript.append(text: "late")
        transcript.append(thinking: "late")
        transcript.cut()
        #expect(transcript.phase == .ended)
        #expect(transcript.markdown == "One\n\nTwo")
        #expect(transcript.answer.copyText(of: 1) == "Two")
    }

    @Test func whatCameStaysWhenItFailsOrIsCut() {
        let error = EngineError(kind: .outOfMemory, message: "m", detail: "d", remedy: .restart)
        let failed = transcript()
        failed.append(text: "```\ncode")
        failed.fail(error)
        #expect(failed.phase == .failed(error))
        #expect(failed.answer.settled.map(\.plainText) == ["code"])
        let cut = transcript()
        cut.append(thinking: "hm")
        cut.cut()
        #expect(cut.phase == .cut)
        #expect(cut.thoughts.settled.map(\.plainText) == ["hm"])
        #expect(!cut.thinking.isThinking)
        #expect(cut.answer.settled == [])
    }

    @Test func codeIsThereAtOnceAndItsColoursFollow() async {
        let transcript = transcript()
        transcript.append(text: "```python\nx = 1\n```\n")
        transcript.append(thinking: "```python\ny = 'a'\n```\n")
        transcript.end()
        #expect(transcript.answer.settled.map(\.plainText) == ["x = 1\n"])
        await until { transcript.answer.colours[0] != nil && transcript.thoughts.colours[0] != nil }
        #expect(transcript.thoughts.colours[0]?.contains { $0.kind == .string } == true)
        #expect(transcript.answer.colours.count == 1 && transcript.thoughts.colours.count == 1)
    }

    @Test func settledBlocksAreNotTouchedByMoreText() async {
        let transcript = transcript()
        transcript.append(text: "One\n\nTwo\n\nThree")
        let settled = transcript.answer.settled
        #expect(settled.count == 2)
        let changed = Mutex(false)
        withObservationTracking {
            _ = transcript.thoughts
            _ = transcript.phase
            _ = transcript.thinking
        } onChange: {
            changed.withLock { $0 = true }
        }
        time.advance(by: .seconds(1))
        transcript.append(text: " and\n\nFour")
        #expect(Array(transcript.answer.settled.prefix(2)) == settled)
        #expect(!changed.withLock { $0 })
    }

    @Test func aTranscriptThatIsLetGoIsGone() async {
        weak var gone: Transcript?
        do {
            let transcript = transcript()
            transcript.append(text: "One")
            transcript.append(text: "Two")
            gone = transcript
        }
        #expect(gone == nil)
        await until { time.sleeping == 1 }
        time.advance(by: .seconds(1))
        await until { time.sleeping == 0 }
    }

    @Test func thoughtsAreClosedAndTellTheirTime() {
        let transcript = transcript()
        #expect(!transcript.thinking.isThere)
        transcript.append(thinking: "Let me")
        #expect(transcript.thinking.isThere)
        #expect(transcript.thinking.isThinking)
        #expect(!transcript.thinking.isOpen)
        #expect(transcript.thinkingTitle == "Thinking…")
        time.advance(by: .seconds(75))
        #expect(transcript.thinkingTitle == "Thinking… 1 min 15 s")
        transcript.append(text: "So")
        time.advance(by: .seconds(10))
        #expect(transcript.thinkingTitle == "Thought for 1 min 15 s")
        // It may think again.
        transcript.append(thinking: "more")
        time.advance(by: .seconds(5))
        transcript.end()
        #expect(transcript.thinkingTitle == "Thought for 1 min 20 s")
        #expect(transcript.thoughts.settled.map(\.plainText) == ["Let memore"])
    }

    @Test func thoughtsOpenWhileItThinksIfThatIsSet() {
        let transcript = transcript(opensWhileThinking: true)
        #expect(!transcript.thinking.isOpen)
        transcript.append(thinking: "a")
        #expect(transcript.thinking.isOpen)
        transcript.append(text: "b")
        #expect(!transcript.thinking.isOpen)
    }

    @Test(arguments: [true, false])
    func theUsersChoiceAboutThoughtsWins(_ opens: Bool) {
        let transcript = transcript(opensWhileThinking: opens)
        transcript.append(thinking: "a")
        transcript.toggleThinking()
        #expect(transcript.thinking.isOpen == !opens)
        for step in [{ transcript.append(thinking: "b") }, { transcript.append(text: "c") }, { transcript.end() }] {
            time.advance(by: .seconds(1))
            step()
            #expect(transcript.thinking.isOpen == !opens)
        }
        transcript.toggleThinking()
        #expect(transcript.thinking.isOpen == opens)
    }

    @Test func wordsForTimes() {
        for (seconds, words) in [
            (0.5, "Thought for less than a second"), (1, "Thought for 1 second"), (59.9, "Thought for 59 seconds"),
            (60, "Thought for 1 min 0 s"),
        ] {
            var section = ThinkingSection()
            section.begin(at: .zero)
            section.end(at: .seconds(seconds))
            #expect(section.title(at: .seconds(100)) == words)
        }
    }

    @Test func theTimeThatTheEngineMeasuredIsToldAtTheEndAndWhenItIsReadAgain() {
        let transcript = transcript()
        transcript.append(thinking: "Hm.")
        time.advance(by: .seconds(9))
        // Stopped in the middle of it.
        transcript.thought(for: .seconds(12.5))
        #expect(!transcript.thinking.isThinking)
        transcript.cut()
        time.advance(by: .seconds(30))
        #expect(transcript.thinkingTitle == "Thought for 12 seconds")
        var message = ChatMessage(
            id: 2, parent: 1, role: .assistant, state: .complete, text: "", thinking: "Hm.")
        message.statistics = #"{"timing":{"thinking_s":12.5}}"#
        #expect(Transcripts()[message].thinkingTitle == "Thought for 12 seconds")
    }

    @Test func ofAnAnswerOfAnOlderVersionNobodyKnowsHowLongItWasThought() {
        var message = ChatMessage(
            id: 2, parent: 1, role: .assistant, state: .complete, text: "Yes.\n\nNo.", thinking: "Hm.")
        let transcript = transcript(opensWhileThinking: true)
        transcript.recall(message)
        #expect(transcript.thinkingTitle == "Thoughts")
        #expect(transcript.thinking.isThere && !transcript.thinking.isOpen && !transcript.thinking.isThinking)
        #expect(transcript.answer.settled.map(\.plainText) == ["Yes.", "No."])
        #expect(transcript.markdown == message.text && transcript.phase == .ended)
        // Or what is kept makes no sense.
        for odd in ["0", "-3", "1e300", "\"long\""] {
            message.statistics = #"{"timing":{"thinking_s":\#(odd)}}"#
            #expect(Transcripts()[message].thinkingTitle == "Thoughts")
        }
        message.state = .cut
        message.thinking = ""
        let cut = Transcripts()[message]
        #expect(cut.phase == .cut && !cut.thinking.isThere)
        #expect(Transcripts()[message].markdown == message.text)
    }
}
