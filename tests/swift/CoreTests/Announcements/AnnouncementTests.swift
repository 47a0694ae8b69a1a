import EngineKit
import Testing

@testable import Core

struct AnnouncementTests {
    private func live(_ phase: LiveAnswer.Phase, _ text: String = "") -> LiveAnswer {
        var answer = LiveAnswer(question: 1)
        (answer.phase, answer.text) = (phase, text)
        return answer
    }

    @Test func anAnswerIsToldAtItsStartNowAndThenAndAtItsEnd() {
        var policy = AnnouncementPolicy()
        let began = policy.announcement(of: .answerBegan, at: .seconds(100))
        #expect(began.text == "Answering" && began.priority == .low && began.delay == .zero)
        #expect(policy.progress(of: live(.waiting), at: .seconds(109)) == nil)
        #expect(policy.progress(of: live(.waiting), at: .seconds(110))?.text == "Waiting for the model")
        let reading = live(.reading(done: 1, total: 4))
        #expect(policy.progress(of: reading, at: .seconds(119)) == nil)
        #expect(policy.progress(of: reading, at: .seconds(121))?.text == "Reading the chat, 25 %")
        #expect(policy.progress(of: live(.thinking), at: .seconds(131))?.text == "Thinking")
        #expect(policy.progress(of: live(.thinking), at: .seconds(141))?.text == "Still thinking")
        #expect(policy.progress(of: live(.writing, "an owl flew"), at: .seconds(151))?.text == "3 words so far")
        #expect(policy.progress(of: live(.stopping, "an owl flew"), at: .seconds(161)) == nil)
        let ended = policy.announcement(of: .answerEnded(.stop, text: "An owl\nflew."), at: .seconds(162))
        #expect(ended.text == "Answer complete. An owl flew." && ended.priority == .medium)
    }

    @Test func noMoreThanOneWordInTenSecondsHoweverOftenItIsAsked() {
        var policy = AnnouncementPolicy()
        _ = policy.announcement(of: .answerBegan, at: .zero)
        let told = (0..<3000).filter { step in
            policy.progress(of: live(.writing, "a b"), at: .milliseconds(33 * step)) != nil
        }
        #expect(told.count == 9)
    }

    @Test func anAnswerThatIsOnItsWayIsNotToldAtOnce() {
        var policy = AnnouncementPolicy()
        #expect(policy.progress(of: live(.writing, "a b"), at: .seconds(50)) == nil)
        #expect(policy.progress(of: live(.writing, "a b"), at: .seconds(60))?.text == "2 words so far")
    }

    @Test func scriptsWithoutSpacesAreCountedInCharacters() {
        var policy = AnnouncementPolicy()
        _ = policy.announcement(of: .answerBegan, at: .zero)
        let text = String(repeating: "猫", count: 80)
        #expect(policy.progress(of: live(.writing, text), at: .seconds(10))?.text == "80 characters so far")
    }

    @Test func everyEndIsTold() {
        var policy = AnnouncementPolicy()
        func text(_ ending: AnswerAccount.Ending, _ text: String) -> String {
            policy.announcement(of: .answerEnded(ending, text: text), at: .zero).text
        }
        #expect(text(.stop, "") == "Answer complete.")
        #expect(text(.length, "Once") == "Answer cut off. Once")
        #expect(text(.cancelled, "Once") == "Answer stopped.")
        #expect(text(.failed(.test(.backend, "it broke")), "Once") == "The answer failed. It broke.")
        let long = text(.stop, String(repeating: "word ", count: 500))
        #expect(long.count < 230 && long.hasSuffix("…"))
        let failed = policy.announcement(of: .answerEnded(.failed(.test()), text: ""), at: .zero)
        #expect(failed.priority == .high)
    }

    @Test func whatElseHappensIsTold() {
        var policy = AnnouncementPolicy()
        func of(_ event: AnnouncementPolicy.Event) -> Announcement { policy.announcement(of: event, at: .zero) }
        #expect(of(.downloadEnded(title: "Owl 4B")).text == "Owl 4B has been downloaded.")
        let failed = of(.downloadFailed(title: "Owl 4B", ErrorNotice(.test(.network, "no network"))))
        #expect(failed.text == "Owl 4B could not be downloaded. No network." && failed.priority == .high)
        #expect(of(.chatsTrashed(3)).text == "Moved 3 chats to the trash.")
        #expect(of(.messagesDeleted(4)).text == "Deleted 4 messages.")
        #expect(of(.undone).text == "Undone.")
        #expect(of(.found(count: "3 of 12")).delay > .zero)
    }

    @MainActor @Test(.timeLimit(.minutes(1))) func ofWhatWaitsOnlyTheNewestIsSaid() async {
        let clock = ManualClock()
        var said: [String] = []
        let announcer = AnnouncementQueue(clock: clock) { said.append($0.text) }
        var policy = AnnouncementPolicy()
        announcer.post(policy.announcement(of: .found(count: "1 of 9"), at: .zero))
        await clock.sleepers(1)
        announcer.post(policy.announcement(of: .found(count: "1 of 2"), at: .zero))
        await eventually { clock.sleeping == 1 }
        announcer.post(policy.announcement(of: .undone, at: .zero))
        #expect(said == ["Undone."])
        await clock.sleepers(1)
        clock.advance(by: .seconds(1))
        await eventually { said.count == 2 }
        #expect(said == ["Undone.", "1 of 2"])
        announcer.post(nil)
        #expect(said.count == 2)
    }
}
