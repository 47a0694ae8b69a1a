import EngineKit
import Testing

struct MockEngineTests {
    @Test func aMockThatWasToldNothingFails() async {
        let mock = MockEngine()
        let model = ModelFolders(target: "x")
        await #expect(throws: EngineError.self) { try await mock.load(model, anyway: false) }
        await #expect(throws: EngineError.self) { try await mock.unload() }
        await #expect(throws: EngineError.self) { try await mock.memory() }
        await #expect(throws: EngineError.self) { try await MockModelLibrary().folders(of: "pocket") }
        let request = AnswerRequest(model: model, prompt: .raw("x"))
        await #expect(throws: EngineError.self) { for try await _ in mock.answer(request) {} }
    }

    @Test func whatCannotFailEndsTheProcessIfItWasToldNothing() async {
        await #expect(processExitsWith: .failure) { _ = MockChatStore().condition }
        await #expect(processExitsWith: .failure) { _ = MockModelLibrary().modelsFolder }
        await #expect(processExitsWith: .failure) { _ = MockModelLibrary().machine }
        let library = MockModelLibrary()
        library.tell { $0.machine = .some(nil) }
        #expect(library.machine == nil)
    }

    @Test func aMockDoesWhatItWasTold() async throws {
        let mock = MockEngine()
        mock.tell { $0.memory = { () throws(EngineError) in MemoryUse(active: 1, cached: 2, peak: 3) } }
        #expect(try await mock.memory() == MemoryUse(active: 1, cached: 2, peak: 3))
    }

    @Test func conversationsThatWereToldNothingFail() async throws {
        let mock = MockChatStore()
        await #expect(throws: EngineError.self) { try await mock.create(systemPrompt: "", model: nil) }
        await #expect(throws: EngineError.self) { try await mock.append([], to: 1) }
        mock.tell { $0.add = { (_, chat, _) throws(EngineError) in chat + 1 } }
        #expect(try await mock.add("x", to: 1, after: nil) == 2)
    }
}
