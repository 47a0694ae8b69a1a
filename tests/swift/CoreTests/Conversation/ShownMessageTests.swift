import EngineKit
import Testing

@testable import Core

struct ShownMessageTests {
    private func message(_ id: Int64, after parent: Int64?, _ role: ChatMessage.Role, chosen: Bool = true)
        -> ChatMessage
    {
        var message = ChatMessage(id: id, parent: parent, role: role, state: .complete, text: "\(id)")
        message.chosen = chosen
        return message
    }

    @Test func rowsTellTheirVersions() {
        let tree = ConversationTree([
            message(1, after: nil, .user), message(2, after: 1, .assistant, chosen: false),
            message(3, after: 1, .assistant), message(4, after: 3, .user),
            message(5, after: 1, .assistant, chosen: false),
        ])
        #expect(tree.rows.map(\.id) == [1, 3, 4])
        #expect(tree.rows.map(\.branch) == [BranchPlace(), BranchPlace(2, of: 3), BranchPlace()])
        #expect(tree.rows.map(\.isLast) == [false, false, true])
        for row in tree.rows { #expect(row.branch == tree.branch(of: row.id)) }
        #expect(tree.branching == 3)
        #expect(tree.lastQuestion?.id == 4 && tree.lastAnswer?.id == 3)
        #expect(ConversationTree().branching == nil && ConversationTree().rows.isEmpty)
    }

    @Test func twoThousandMessagesAreCountedOnce() {
        let messages = (1...2000).map { id in
            message(Int64(id), after: id > 1 ? Int64(id - 1) : nil, id.isMultiple(of: 2) ? .assistant : .user)
        }
        let rows = ConversationTree(messages).rows
        #expect(rows.count == 2000 && rows.allSatisfy { $0.branch == BranchPlace() })
        #expect(rows.filter(\.isLast).map(\.id) == [2000])
    }

    @Test func notesTellHowAnAnswerEnded() {
        func note(_ reason: String?, state: ChatMessage.State = .complete, text: String = "x") -> AnswerNote? {
            var answer = ChatMessage(id: 2, parent: 1, role: .assistant, state: state, text: text)
            answer.finishReason = reason
            return AnswerNote(answer)
        }
        #expect(note("stop") == nil && note(nil) == nil && note("length", state: .streaming) == nil)
        #expect(note("cancelled")?.action == nil)
        #expect(note("length")?.action == .changeSettings)
        for (reason, state) in [("error", ChatMessage.State.complete), ("repetition", .complete), ("", .cut)] {
            #expect(note(reason, state: state)?.action == .answerAgain)
        }
        #expect(note(nil, text: "")?.action == .answerAgain)
        #expect(AnswerNote(message(1, after: nil, .user)) == nil)
    }

    @Test func phasesAreWords() {
        #expect(AnswerStatus(.waiting).text != AnswerStatus(.waiting, behindAnother: true).text)
        #expect(AnswerStatus(.reading(done: 1, total: 4)).fraction == 0.25)
        #expect(AnswerStatus(.reading(done: 9, total: 4)).fraction == 1)
        #expect(AnswerStatus(.reading(done: 0, total: 0)).fraction == nil)
        #expect(AnswerStatus(.writing).fraction == nil)
    }

    @Test func anEditIsOfTheUsersOwnWords() {
        #expect(MessageEdit(message(2, after: 1, .assistant)) == nil)
        var edit = MessageEdit(message(1, after: nil, .user))
        #expect(edit?.text == "1" && edit?.canSend == true)
        edit?.text = " \n"
        #expect(edit?.canSend == false)
        edit?.text = "x"
        edit?.isSending = true
        #expect(edit?.canSend == false)
    }
}
