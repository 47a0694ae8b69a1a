internal import TandemBindings

/// How an engine runs.
public struct EngineSettings: Equatable, Sendable {
    /// The folder for everything but models; `nil` finds it as the command line does.
    public var home: String?
    public var modelsFolder: String?
    /// Compute on the CPU also where there is a GPU.
    public var cpu = false
    /// Seconds that an unused model stays in memory; `nil` keeps it.
    public var idleUnloadSeconds: UInt64? = 600
    /// Bytes of memory to count with in place of this machine's own.
    public var memory: UInt64?
    /// The address of another hub, such as a mirror; `nil` is what the environment says.
    public var hub: String?

    public init() {}
}

/// A model in memory.
public struct LoadedModel: Equatable, Sendable {
    public var folder: String
    public var architecture: String
    /// Longest text, in tokens.
    public var context: UInt64
    /// Whether a companion drafts.
    public var hasCompanion: Bool
    /// `gpu` or `cpu`.
    public var device: String
    public var weightBytes: UInt64
    /// What it needs in all, as counted before loading, and how well that fits, where the machine's memory is known.
    public var memory: MemoryNeed?
    public var band: FitBand?

    public init(
        folder: String, architecture: String, context: UInt64, hasCompanion: Bool, device: String, weightBytes: UInt64
    ) {
        self.folder = folder
        self.architecture = architecture
        self.context = context
        self.hasCompanion = hasCompanion
        self.device = device
        self.weightBytes = weightBytes
    }
}

/// How much a prompt takes up, in tokens.
public struct PromptSize: Equatable, Sendable {
    public var tokens: UInt64
    /// Most that the model reads.
    public var context: UInt64
    /// What was degraded, one line each.
    public var warnings: [String]

    public init(tokens: UInt64, context: UInt64, warnings: [String] = []) {
        self.tokens = tokens
        self.context = context
        self.warnings = warnings
    }
}

/// MLX's memory counters, in bytes.
public struct MemoryUse: Equatable, Sendable {
    public var active: UInt64
    /// Freed and kept for reuse.
    public var cached: UInt64
    public var peak: UInt64

    public init(active: UInt64, cached: UInt64, peak: UInt64) {
        self.active = active
        self.cached = cached
        self.peak = peak
    }
}

/// The steps of an answer. Whoever stops reading them cancels the answer and hears no more of it.
public struct AnswerSteps: AsyncSequence, Sendable {
    public typealias Stream = AsyncThrowingStream<AnswerStep, any Error>

    private let stream: Stream
    private let order: @Sendable () -> Void

    /// `stop` orders the answer to end; its last step has to follow.
    public init(_ stream: Stream, stop: @escaping @Sendable () -> Void) {
        self.stream = stream
        order = stop
    }

    public func makeAsyncIterator() -> Stream.Iterator { stream.makeAsyncIterator() }

    /// Ends the answer at its next round. Unlike after a cancellation the rest of it is still to be read, with the
    /// account of what there was.
    public func stop() { order() }
}

/// The engine as the app sees it.
public protocol EngineProtocol: Sendable {
    /// Loads a model unless it is in memory; `anyway` also if it does not fit.
    func load(_ model: ModelFolders, anyway: Bool) async throws(EngineError) -> LoadedModel
    func unload() async throws(EngineError)
    func memory() async throws(EngineError) -> MemoryUse
    /// Starts an answer; it waits its turn. The last step is ``AnswerStep/ended(_:)``; after one that failed the
    /// stream throws the ``EngineError`` too.
    func answer(_ request: AnswerRequest) -> AnswerSteps
    /// Asks the model for a title of what ``ChatStoreProtocol/untitled(_:)`` gave; `nil` if it finds none. Cancelling the
    /// task gives it up, so that an answer need not wait for it.
    func title(of subject: TitleSubject, model: ModelFolders) async throws(EngineError) -> String?
    /// How much a request's prompt takes up. Weights are not loaded for it, and a prompt that is too long is measured
    /// too.
    func measure(_ request: AnswerRequest) async throws(EngineError) -> PromptSize
    /// Measures decoding speed at several draft depths.
    func bench(_ request: BenchRequest) -> WorkSteps<BenchReport>
}

/// The engine in this process.
public final class LiveEngine: EngineProtocol {
    private let engine: BridgeEngine

    public init(_ settings: EngineSettings) async throws(EngineError) {
        engine = try await translating {
            try await BridgeEngine.open(
                settings: TandemBindings.EngineSettings(
                    home: settings.home, modelsFolder: settings.modelsFolder, cpu: settings.cpu,
                    idleUnloadSeconds: settings.idleUnloadSeconds, memory: settings.memory, hub: settings.hub))
        }
    }

    public func load(_ model: ModelFolders, anyway: Bool) async throws(EngineError) -> LoadedModel {
        let loaded = try await translating { try await engine.load(model: model.bridged, anyway: anyway) }
        var model = LoadedModel(
            folder: loaded.folder, architecture: loaded.architecture, context: loaded.context,
            hasCompanion: loaded.companion, device: loaded.device, weightBytes: loaded.weightBytes)
        model.memory = MemoryNeed(loaded.memory)
        model.band = loaded.band.map { FitBand($0) }
        return model
    }

    public func unload() async throws(EngineError) {
        try await translating { try await engine.unload() }
    }

    public func memory() async throws(EngineError) -> MemoryUse {
        let counters = try await translating { try await engine.memory() }
        return MemoryUse(active: counters.active, cached: counters.cached, peak: counters.peak)
    }

    public func answer(_ request: AnswerRequest) -> AnswerSteps {
        let (steps, continuation) = AnswerSteps.Stream.makeStream()
        do {
            let handle = try engine.generate(request: request.bridged, listener: StepSender(continuation))
            // It also keeps the handle, without which the answer would be cancelled.
            continuation.onTermination = { _ in handle.cancel() }
            return AnswerSteps(steps) { handle.cancel() }
        } catch {
            let error = EngineError(error)
            continuation.yield(.ended(AnswerAccount(text: "", ending: .failed(error))))
            continuation.finish(throwing: error)
            return AnswerSteps(steps) {}
        }
    }

    public func title(of subject: TitleSubject, model: ModelFolders) async throws(EngineError) -> String? {
        let handle = try translating { try engine.title(model: model.bridged, subject: subject.bridged) }
        return await withTaskCancellationHandler {
            await handle.made()
        } onCancel: {
            handle.cancel()
        }
    }

    public func measure(_ request: AnswerRequest) async throws(EngineError) -> PromptSize {
        let size = try await translating { try await engine.measure(request: request.bridged) }
        return PromptSize(tokens: size.tokens, context: size.context, warnings: size.warnings)
    }

    public func bench(_ request: BenchRequest) -> WorkSteps<BenchReport> {
        workSteps { [engine] listener in
            BenchReport(try await engine.bench(wish: request.bridged, listener: listener))
        }
    }

    /// The kept conversations.
    public func chats() async throws(EngineError) -> LiveChatStore {
        LiveChatStore(try await translating { try await engine.chats() })
    }

    /// The models on this machine and on the hub.
    public func models() -> LiveModelLibrary {
        LiveModelLibrary(engine.models())
    }
}

/// Passes what the bridge tells on to a stream.
private final class StepSender: AnswerListener {
    private let continuation: AnswerSteps.Stream.Continuation

    init(_ continuation: AnswerSteps.Stream.Continuation) {
        self.continuation = continuation
    }

    func onEvents(events: [AnswerEvent]) {
        for event in events {
            continuation.yield(AnswerStep(event))
        }
    }

    func onEnd(account: Account) {
        let account = AnswerAccount(account)
        continuation.yield(.ended(account))
        if case .failed(let error) = account.ending {
            continuation.finish(throwing: error)
        } else {
            continuation.finish()
        }
    }
}
