/// An engine for tests: each call does what it was told to, and fails when it was told nothing.
public final class MockEngine: EngineProtocol {
    /// What each call does.
    public struct Script: Sendable {
        public var load: (@Sendable (ModelFolders, Bool) async throws(EngineError) -> LoadedModel)?
        public var unload: (@Sendable () async throws(EngineError) -> Void)?
        public var memory: (@Sendable () async throws(EngineError) -> MemoryUse)?
        public var answer: (@Sendable (AnswerRequest) -> AnswerSteps)?
        public var title: (@Sendable (TitleSubject, ModelFolders) async throws(EngineError) -> String?)?
        public var measure: (@Sendable (AnswerRequest) async throws(EngineError) -> PromptSize)?
        public var bench: (@Sendable (BenchRequest) -> WorkSteps<BenchReport>)?

        public init() {}
    }

    private let script: MockScript<Script>

    public init(_ script: Script = Script()) {
        self.script = MockScript(script)
    }

    public func tell(_ change: @Sendable (inout Script) -> Void) {
        script.tell(change)
    }

    public func load(_ model: ModelFolders, anyway: Bool) async throws(EngineError) -> LoadedModel {
        try await script.told(\.load, "load")(model, anyway)
    }

    public func unload() async throws(EngineError) {
        try await script.told(\.unload, "unload")()
    }

    public func memory() async throws(EngineError) -> MemoryUse {
        try await script.told(\.memory, "memory")()
    }

    public func answer(_ request: AnswerRequest) -> AnswerSteps {
        guard let answer = script[\.answer] else { return AnswerSteps(.untold("answer")) {} }
        return answer(request)
    }

    public func title(of subject: TitleSubject, model: ModelFolders) async throws(EngineError) -> String? {
        try await script.told(\.title, "title")(subject, model)
    }

    public func measure(_ request: AnswerRequest) async throws(EngineError) -> PromptSize {
        try await script.told(\.measure, "measure")(request)
    }

    public func bench(_ request: BenchRequest) -> WorkSteps<BenchReport> {
        guard let bench = script[\.bench] else { return .untold("bench") }
        return bench(request)
    }
}
