import EngineKit
import Testing

@testable import Core

@MainActor @Suite(.timeLimit(.minutes(5)))
struct ChatSettingsStoreTests {
    private let chats: TestChats
    private let feed = AnswerFeed()
    private let clock = ManualClock()

    init() async throws {
        chats = try await TestChats()
    }

    private var services: ConversationServices {
        ConversationServices(chats: chats, engine: feed.engine(), models: feed.models(), settings: { Settings() })
    }

    /// The settings of a chat that has begun.
    private func begun() async throws -> (ConversationStore, ChatSettingsStore) {
        var new = NewChat()
        new.systemPrompt = "Be brief."
        let id = try await chats.create(new)
        let conversation = ConversationStore(try await chats.conversation(id), services: services)
        return (conversation, ChatSettingsStore(conversation, presets: chats, clock: clock))
    }

    private func kept(_ conversation: ConversationStore) async throws -> Chat {
        try await chats.chat(#require(conversation.chat).id)
    }

    @Test func whatIsTypedIsKeptOnceTypingPauses() async throws {
        let (conversation, store) = try await begun()
        #expect(store.systemPrompt == "Be brief.")
        for text in ["Be", "Be kind", "Be kind."] { store.setSystemPrompt(text) }
        await clock.sleepers(1)
        #expect(!chats.calls.contains("setSystemPrompt"))
        clock.advance(by: .milliseconds(500))
        await eventually { conversation.systemPrompt == "Be kind." }
        #expect(chats.calls.count { $0 == "setSystemPrompt" } == 1 && !chats.calls.contains("setParameters"))
        #expect(try await kept(conversation).systemPrompt == "Be kind.")
    }

    @Test func closingKeepsAtOnceAndNothingTwice() async throws {
        let (conversation, store) = try await begun()
        store.type("0.5", into: .number(.temperature))
        await store.save()
        await store.save()
        #expect(try await kept(conversation).parameters == #"{"temperature":0.5}"#)
        #expect(chats.calls.count { $0 == "setParameters" } == 1)
        // A whole number is read back in another form and is the same.
        store.type("1", into: .number(.temperature))
        await store.save()
        await store.save()
        #expect(chats.calls.count { $0 == "setParameters" } == 2)
    }

    @Test func quittingKeepsWhatWasTypedAMomentAgo() async throws {
        let (conversation, store) = try await begun()
        await store.begin()
        // One that a view makes and throws away changes nothing.
        _ = ChatSettingsStore(conversation, presets: chats, clock: clock)
        store.setSystemPrompt("Last words.")
        await conversation.quit()
        #expect(try await kept(conversation).systemPrompt == "Last words.")
    }

    @Test func twoWindowsKeepWhatEachHasChanged() async throws {
        let (conversation, one) = try await begun()
        let other = ChatSettingsStore(conversation, presets: chats, clock: clock)
        await one.begin()
        await other.begin()
        one.setSystemPrompt("Be kind.")
        one.type("0.5", into: .number(.temperature))
        await one.save()
        await other.save()
        #expect(try await kept(conversation).systemPrompt == "Be kind." && other.systemPrompt == "Be kind.")
        other.type("9", into: .count(.topK))
        await other.save()
        #expect(try await kept(conversation).parameters == #"{"temperature":0.5,"top_k":9}"#)
        // Quitting waits for both.
        one.type("4", into: .count(.seed))
        other.setSystemPrompt("Be wild.")
        await conversation.quit()
        let chat = try await kept(conversation)
        #expect(chat.systemPrompt == "Be wild." && chat.parameters == #"{"seed":4,"temperature":0.5,"top_k":9}"#)
    }

    @Test func aNewChatBeginsWithWhatWasChosen() async throws {
        let conversation = ConversationStore(services: services)
        let store = ChatSettingsStore(conversation, presets: chats, clock: clock)
        store.setSystemPrompt("Be brief.")
        store.change { $0.speculation = .off }
        await store.save()
        #expect(await conversation.send(MessageDraft(text: "why?")))
        let chat = try await kept(conversation)
        #expect(chat.systemPrompt == "Be brief." && chat.parameters == #"{"speculate":"off"}"#)
    }

    @Test func aFailureIsShownUntilItIsKept() async throws {
        let (conversation, store) = try await begun()
        let full = EngineError(kind: .noSpace, message: "the disk is full", detail: "", remedy: .freeSpace)
        chats.fail("setSystemPrompt", full)
        store.setSystemPrompt("Be kind.")
        await store.save()
        #expect(store.error == full && store.systemPrompt == "Be kind.")
        chats.fail("setSystemPrompt", nil)
        await store.save()
        #expect(store.error == nil)
        #expect(try await kept(conversation).systemPrompt == "Be kind.")
    }

    @Test func whatCannotBeTakenStaysInTheFieldAndTheLastValueCounts() async throws {
        let (_, store) = try await begun()
        let field = ParameterField.number(.topP)
        #expect(store.text(of: field) == nil)
        store.setOwn(true, field)
        #expect(store.text(of: field) == "0.95")
        store.type("0.5", into: field)
        store.type("0.5x", into: field)
        #expect(store.text(of: field) == "0.5x" && store.problem(of: field) == "That is no number.")
        #expect(store.parameters[.topP] == 0.5)
        store.type("0.", into: field)
        #expect(store.problem(of: field) == "From 0.001 to 1.")
        store.setOwn(false, field)
        #expect(store.text(of: field) == nil && store.problem(of: field) == nil && store.parameters[.topP] == nil)
    }

    @Test func resettingLeavesThePromptAndWhatIsNotKnown() async throws {
        let (conversation, _) = try await begun()
        await conversation.setParameters(ChatParameters(json: #"{"future":1,"seed":4,"speculate":"2","think":"on"}"#))
        let store = ChatSettingsStore(conversation, presets: chats, clock: clock)
        store.type("x", into: .count(.topK))
        store.reset()
        #expect(store.parameters.json == #"{"future":1}"# && store.systemPrompt == "Be brief.")
        #expect(store.text(of: .count(.topK)) == nil)
    }

    @Test func presetsAreSavedUsedReplacedAndDeleted() async throws {
        let (conversation, store) = try await begun()
        store.type("0", into: .number(.temperature))
        await store.savePreset("  Strict ")
        await store.savePreset(" ")
        #expect(store.presets.map(\.name) == ["Strict"] && store.preset(named: "Strict ") != nil)
        store.setSystemPrompt("Be wild.")
        store.type("2", into: .number(.temperature))
        await store.use(try #require(store.preset(named: "Strict")))
        #expect(store.text(of: .number(.temperature)) == "0")
        #expect(try await kept(conversation).systemPrompt == "Be brief.")
        store.setSystemPrompt("Be strict.")
        await store.savePreset("Strict")
        #expect(store.presets.map(\.systemPrompt) == ["Be strict."])
        await store.delete(try #require(store.presets.first))
        #expect(store.presets.isEmpty)
        let broken = EngineError(kind: .internalFault, message: "broken", detail: "", remedy: .tryAgain)
        chats.fail("presets", broken)
        await store.begin()
        #expect(store.error == broken)
    }
}
