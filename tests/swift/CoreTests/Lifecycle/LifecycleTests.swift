import EngineKit
import Testing

@testable import Core

struct ActivityTests {
    private func work(_ answers: Int, _ downloads: Int, _ isMeasuring: Bool = false) -> ActivityPolicy.Work {
        var work = ActivityPolicy.Work()
        (work.answers, work.downloads, work.isMeasuring) = (answers, downloads, isMeasuring)
        return work
    }

    @Test func itIsHeldExactlyWhileThereIsWork() {
        var policy = ActivityPolicy()
        #expect(policy.changed(to: work(0, 0)) == nil)
        #expect(policy.changed(to: work(1, 0)) == .begin(reason: "Answering"))
        #expect(policy.changed(to: work(2, 1)) == nil)
        #expect(policy.changed(to: work(0, 1)) == nil && policy.isHeld)
        #expect(policy.changed(to: work(0, 0)) == .end)
        #expect(policy.changed(to: work(0, 2)) == .begin(reason: "Downloading a model"))
        #expect(policy.changed(to: work(0, 0)) == .end && !policy.isHeld)
        #expect(policy.changed(to: work(0, 0, true)) == .begin(reason: "Answering"))
    }
}

struct NotificationTests {
    private typealias Policy = NotificationPolicy

    private func answer(
        _ ending: AnswerAccount.Ending = .stop, _ text: String = "An owl.", isPrivate: Bool = false
    ) -> NotificationPolicy.Event {
        .answerEnded(chat: 7, title: "Birds", ending, text: text, isPrivate: isPrivate)
    }

    private func decision(
        _ event: NotificationPolicy.Event, isInFront: Bool = false, isWanted: Bool = true,
        _ permission: NotificationPolicy.Permission = .granted
    ) -> NotificationPolicy.Decision {
        Policy.decision(on: event, isInFront: isInFront, isWanted: isWanted, permission: permission)
    }

    @Test func oneIsToldOnlyWhileTandemIsNotInFrontAndOnlyIfWanted() {
        let notice = Policy.Notice(title: "Birds", body: "An owl.", chat: 7)
        #expect(decision(answer()) == .post(notice))
        #expect(decision(answer(), isInFront: true) == .nothing)
        #expect(decision(answer(), isWanted: false) == .nothing)
        #expect(decision(answer(), .refused) == .nothing)
        // The permission is asked for when there is something to tell.
        #expect(decision(answer(), .notAsked) == .ask(notice))
        #expect(decision(answer(), isInFront: true, .notAsked) == .nothing)
    }

    @Test func whatIsToldFitsTheEnd() {
        func body(_ event: NotificationPolicy.Event) -> String? {
            if case .post(let notice) = decision(event) { notice.body } else { nil }
        }
        #expect(body(answer(.cancelled)) == nil)
        #expect(body(answer(.failed(.test(.backend, "it broke")))) == "It broke.")
        #expect(body(answer(.stop, "")) == "The answer is complete.")
        #expect((body(answer(.stop, String(repeating: "word ", count: 200)))?.count ?? 0) < 150)
        #expect(body(.downloadEnded(title: "Owl")) == "The model has been downloaded.")
        #expect(
            body(.downloadFailed(title: "Owl", ErrorNotice(.test(.noSpace, "the disk is full")))) == "The disk is full."
        )
        // Nothing of a private chat is shown on a locked screen.
        #expect(
            decision(answer(isPrivate: true))
                == .post(Policy.Notice(title: "Private Chat", body: "The answer is complete.", chat: nil)))
    }
}

@MainActor @Suite(.timeLimit(.minutes(1)))
struct QuitTests {
    @Test func theStepsComeInTheirOrder() async {
        var order: [QuitStep] = []
        let plan = QuitPlan([
            .unload: { order.append(.unload) }, .stopAnswers: { order.append(.stopAnswers) },
            .writeDrafts: { order.append(.writeDrafts) },
        ])
        #expect(await plan.run() == [.stopAnswers, .writeDrafts, .unload])
        #expect(order == [.stopAnswers, .writeDrafts, .unload])
    }

    @Test func whatHangsIsLeftBehindAndTheRestHasItsTime() async {
        let clock = ManualClock()
        var begun: [QuitStep] = []
        let (held, release) = AsyncStream<Void>.makeStream()
        let plan = QuitPlan(
            clock: clock,
            [
                .stopAnswers: {
                    begun.append(.stopAnswers)
                    await Task { for await _ in held {} }.value
                },
                .writeDrafts: { begun.append(.writeDrafts) },
                .unload: {
                    begun.append(.unload)
                    await Task { for await _ in held {} }.value
                },
            ])
        let quitting = Task { await plan.run() }
        await eventually { begun == [.stopAnswers] && clock.sleeping == 1 }
        clock.advance(by: .milliseconds(1999))
        #expect(begun == [.stopAnswers])
        clock.advance(by: .milliseconds(1))
        await eventually { begun.last == .unload && clock.sleeping == 1 }
        clock.advance(by: .milliseconds(1000))
        #expect(await quitting.value == [.writeDrafts])
        #expect(clock.now.offset == .seconds(3))
        release.finish()
    }
}
