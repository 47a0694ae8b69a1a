import EngineKit
import Testing

@testable import Core

struct AnswerMomentTests {
    private func moment(
        _ isAnswering: Bool, _ asked: Int, _ ending: AnswerAccount.Ending? = nil, fails error: EngineError? = nil
    ) -> AnswerMoment {
        AnswerMoment(
            isAnswering: isAnswering, asked: asked, ending: ending,
            failure: error.map { ConversationStore.Failure(error: $0, question: 1) })
    }

    @Test func beginningAndEndAreTold() {
        let idle = moment(false, 0)
        let busy = moment(true, 1)
        #expect(busy.events(since: idle, text: "") == [.answerBegan])
        #expect(busy.events(since: busy, text: "") == [])
        #expect(moment(false, 1, .stop).events(since: busy, text: "t") == [.answerEnded(.stop, text: "t")])
        #expect(moment(false, 1, .length).events(since: busy, text: "t") == [.answerEnded(.length, text: "t")])
    }

    @Test func whatBeganAndEndedBetweenTwoLooksIsToldToo() {
        #expect(
            moment(false, 1, .stop).events(since: moment(false, 0), text: "t") == [
                .answerBegan, .answerEnded(.stop, text: "t"),
            ])
        let error = EngineError.test()
        #expect(
            moment(false, 1, fails: error).events(since: moment(false, 0), text: "t") == [
                .answerBegan, .answerEnded(.failed(error), text: ""),
            ])
    }

    @Test func branchesThatComeAndGoAreNoNews() {
        #expect(moment(false, 1, .length).events(since: moment(false, 1, .stop), text: "t") == [])
        #expect(moment(false, 1).events(since: moment(false, 1, .stop), text: "t") == [])
    }
}
