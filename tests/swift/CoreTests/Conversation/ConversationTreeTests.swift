import EngineKit
import Testing

@testable import Core

@Suite(.timeLimit(.minutes(1))) struct ConversationTreeTests {
    private func message(_ id: Int64, after parent: Int64?, _ role: ChatMessage.Role, chosen: Bool = true)
        -> ChatMessage
    {
        var message = ChatMessage(id: id, parent: parent, role: role, state: .complete, text: "\(id)")
        message.chosen = chosen
        return message
    }

    /// Two questions, the second one in two versions with answers of their own.
    private var tree: ConversationTree {
        ConversationTree([
            message(1, after: nil, .user), message(2, after: 1, .assistant), message(3, after: 2, .user, chosen: false),
            message(4, after: 3, .assistant), message(5, after: 2, .user),
            message(6, after: 5, .assistant, chosen: false),
            message(7, after: 5, .assistant),
        ])
    }

    @Test func thePathFollowsWhatIsChosen() {
        #expect(tree.path == [1, 2, 5, 7] && tree.shown.map(\.id) == [1, 2, 5, 7] && tree.last?.id == 7)
        #expect(ConversationTree().path.isEmpty && ConversationTree().last == nil)
    }

    @Test func versionsAreCounted() {
        #expect(
            tree.branch(of: 5).text == "2/2" && tree.branch(of: 3).text == "1/2" && tree.branch(of: 1).text == "1/1")
        #expect(tree.version(-1, from: 5) == 3 && tree.version(1, from: 5) == nil && tree.version(-1, from: 1) == nil)
        #expect(tree.branch(of: 99).text == "1/1" && tree.version(1, from: 99) == nil)
    }

    @Test func choosingGoesOnAsLastTime() {
        var tree = tree
        tree.choose(3)
        #expect(tree.path == [1, 2, 3, 4])
        tree.choose(6)
        #expect(tree.path == [1, 2, 5, 6])
        tree.choose(3)
        tree.choose(5)
        #expect(tree.path == [1, 2, 5, 6])
    }

    @Test func whatIsAddedIsShown() {
        var tree = tree
        tree.insert(message(8, after: 2, .user))
        #expect(tree.path == [1, 2, 8] && tree.branch(of: 8).text == "3/3")
        tree.change(8) { $0.text = "new" }
        tree.change(99) { $0.text = "nothing" }
        #expect(tree[8]?.text == "new")
    }

    @Test func theQuestionOfAnAnswerIsFound() {
        #expect(tree.question(of: 7) == 5 && tree.question(of: 1) == nil && tree.question(of: 99) == nil)
        let tools = ConversationTree([
            message(1, after: nil, .user), message(2, after: 1, .assistant), message(3, after: 2, .tool),
            message(4, after: 3, .assistant),
        ])
        #expect(tools.question(of: 4) == 1)
    }

    @Test func aDamagedTreeEndsNothingInALoop() {
        let ring = ConversationTree([message(1, after: 2, .assistant), message(2, after: 1, .assistant)])
        #expect(ring.path.isEmpty && ring.question(of: 1) == nil && ring.question(of: 2) == nil)
        var chosen = ring
        chosen.choose(1)
        chosen.choose(2)
        #expect(chosen.path.isEmpty)
        #expect(ConversationTree([message(3, after: nil, .user), message(3, after: nil, .user)]).shown.count == 1)
    }

    @Test func whatTheMenusAskForFollowsEveryChange() {
        var tree = tree
        #expect(tree.hasAnswer && tree.branching == 7)
        tree.choose(3)
        #expect(tree.hasAnswer && tree.branching == 3)
        for id in [2, 4] as [Int64] { tree.change(id) { $0.text = "" } }
        #expect(!tree.hasAnswer)
        tree.change(4) { $0.text = "words" }
        #expect(tree.hasAnswer)
        let gone = tree.remove(5)
        #expect(tree.branching == nil && tree[5] == nil && tree[7] == nil)
        tree.restore(gone)
        #expect(tree.branching == 3 && tree[7]?.text == "7" && tree.version(1, from: 3) == 5)
    }

    /// A long chat from another program: a look at all messages for each of them would not end in the suite's time.
    @Test func aLongChatGoesToAnotherVersionAtOnce() {
        let last: Int64 = 100_000
        let messages = (1...last).map { id in
            message(id, after: id > 1 ? id - 1 : nil, id.isMultiple(of: 2) ? .assistant : .user)
        }
        var tree = ConversationTree(messages + [message(last + 1, after: nil, .user, chosen: false)])
        tree.choose(last + 1)
        #expect(tree.path == [last + 1])
        tree.choose(last)
        #expect(tree.path.count == Int(last) && tree.branching == 1)
    }

    /// What is computed here is what the store computes.
    @Test func theStoreAgrees() async throws {
        let chats = try await TestChats()
        let chat = try await chats.create(NewChat())
        var tree = ConversationTree()
        func agree() async throws {
            let kept = try await chats.conversation(chat)
            #expect(kept.path == tree.path && ConversationTree(kept.messages).path == tree.path)
        }
        func answer(_ question: Int64) async throws -> Int64 {
            let id = try await chats.beginAnswer(to: question, model: nil)
            try await chats.finish(id, reason: "stop", statistics: nil)
            tree.insert(message(id, after: question, .assistant))
            return id
        }
        let first = try await chats.add("a", to: chat, after: nil)
        tree.insert(message(first, after: nil, .user))
        let one = try await answer(first)
        let second = try await chats.add("b", to: chat, after: one)
        tree.insert(message(second, after: one, .user))
        _ = try await answer(second)
        try await agree()
        let two = try await answer(first)
        try await agree()
        let edited = try await chats.edit(second, to: "c")
        tree.insert(message(edited, after: one, .user))
        for id in [one, two, second, edited, first] {
            try await chats.choose(id)
            tree.choose(id)
            try await agree()
        }
    }
}
