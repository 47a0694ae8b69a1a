import Synchronization

/// An engine for tests: each call does what it was told to, and fails when it was told nothing.
public final class MockEngine: EngineProtocol {
    /// What each call does.
    public struct Script: Sendable {
        public var load: (@Sendable (ModelFolders, Bool) async throws(EngineError) -> LoadedModel)?
        public var unload: (@Sendable () async throws(EngineError) -> Void)?
        public var memory: (@Sendable () async throws(EngineError) -> MemoryUse)?
        public var answer: (@Sendable (AnswerRequest) -> AnswerSteps)?
        public var folders: (@Sendable (String) async throws(EngineError) -> ModelFolders)?

        public init() {}
    }

    private let script: Mutex<Script>

    public init(_ script: Script = Script()) {
        self.script = Mutex(script)
    }

    public func tell(_ change: @Sendable (inout Script) -> Void) {
        script.withLock { change(&$0) }
    }

    public func load(_ model: ModelFolders, anyway: Bool) async throws(EngineError) -> LoadedModel {
        guard let load = script.withLock(\.load) else { throw .untold("load") }
        return try await load(model, anyway)
    }

    public func unload() async throws(EngineError) {
        guard let unload = script.withLock(\.unload) else { throw .untold("unload") }
        try await unload()
    }

    public func memory() async throws(EngineError) -> MemoryUse {
        guard let memory = script.withLock(\.memory) else { throw .untold("memory") }
        return try await memory()
    }

    public func answer(_ request: AnswerRequest) -> AnswerSteps {
        guard let answer = script.withLock(\.answer) else {
            return AnswerSteps { $0.finish(throwing: EngineError.untold("answer")) }
        }
        return answer(request)
    }

    public func folders(of model: String) async throws(EngineError) -> ModelFolders {
        guard let folders = script.withLock(\.folders) else { throw .untold("folders") }
        return try await folders(model)
    }
}

extension EngineError {
    /// A mock was called for something that the test did not expect.
    static func untold(_ call: String) -> Self {
        EngineError(
            kind: .internalFault, message: "the mock was not told what to do for \(call)", detail: call,
            remedy: .nothing)
    }
}
