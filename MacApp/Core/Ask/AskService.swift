import EngineKit

/// Answers a question without a window.
public protocol Asking: Sendable {
    /// Waits for the answer and tells its pieces as they come. It always returns: at the deadline, when the task is
    /// cancelled, and when the engine fails, with what has come until then.
    func ask(_ request: AskRequest, onPiece: @escaping @Sendable (String) -> Void) async -> AskOutcome
}

extension Asking {
    public func ask(_ request: AskRequest) async -> AskOutcome {
        await ask(request, onPiece: { _ in })
    }
}

/// One question at a time; a few more may wait.
public final class AskService: Asking {
    /// Longest question, in characters, all that was said before included.
    public static let longestPrompt = 200_000
    /// How many questions may wait.
    public static let queue = 4

    private let engine: any EngineProtocol
    private let models: any ModelLibraryProtocol
    private let defaultModel: @Sendable () async -> String
    private let clock: any Clock<Duration>
    private let turnstile: Turnstile

    public init(
        engine: any EngineProtocol, models: any ModelLibraryProtocol, queue: Int = AskService.queue,
        clock: any Clock<Duration> = ContinuousClock(), defaultModel: @escaping @Sendable () async -> String
    ) {
        self.engine = engine
        self.models = models
        self.clock = clock
        self.defaultModel = defaultModel
        turnstile = Turnstile(limit: queue)
    }

    public func ask(_ request: AskRequest, onPiece: @escaping @Sendable (String) -> Void) async -> AskOutcome {
        if let refusal = refusal(of: request) { return .refused(refusal) }
        return await withTaskGroup(of: AskOutcome?.self) { group in
            group.addTask { await self.answer(request, onPiece: onPiece) }
            if let deadline = request.deadline {
                group.addTask { [clock] in
                    // Also ends by cancellation, once the answer is there.
                    try? await clock.sleep(for: deadline, tolerance: nil)
                    return nil
                }
            }
            var outcome: AskOutcome?
            var timeIsOver = false
            while let first = await group.next() {
                if let first { outcome = first } else if outcome == nil { timeIsOver = true }
                group.cancelAll()
            }
            // The reader always returns something, so that this is only for the compiler.
            let answered = outcome ?? .refused(.cancelled)
            return timeIsOver && !Task.isCancelled ? answered.stoppedByTime : answered
        }
    }

    /// Questions that wait for their turn.
    var waiting: Int { turnstile.waiting }

    private func refusal(of request: AskRequest) -> AskRefusal? {
        if request.prompt.allSatisfy(\.isWhitespace) { return .empty }
        let texts = [request.systemPrompt, request.prompt] + request.earlier.flatMap { [$0.question, $0.answer] }
        let length = texts.reduce(0) { $0 + $1.unicodeScalars.count }
        if length > Self.longestPrompt { return .tooLong(limit: Self.longestPrompt) }
        return request.source == .address && !request.isConfirmed ? .notConfirmed : nil
    }

    private func answer(_ request: AskRequest, onPiece: @Sendable (String) -> Void) async -> AskOutcome {
        switch await turnstile.enter() {
        case .full: return .refused(.busy)
        case .cancelled: return .refused(.cancelled)
        case .entered: break
        }
        defer { turnstile.leave() }
        // Whether these heed a cancellation is not known here, and the next question waits for this turn.
        let found = await unlessCancelled { [models, defaultModel] in
            let model = if let model = request.model { model } else { await defaultModel() }
            return await Self.folders(of: model, in: models)
        }
        guard let found, !Task.isCancelled else { return .refused(.cancelled) }
        switch found {
        case .success(let (model, folders)):
            return await read(request, model: model, steps: engine.answer(request.engineRequest(folders)), onPiece)
        case .failure(let error): return .failed(error)
        }
    }

    private static func folders(
        of model: String, in models: any ModelLibraryProtocol
    ) async -> Result<(model: String, folders: ModelFolders), EngineError> {
        do throws(EngineError) {
            return .success((model, try await models.folders(of: model)))
        } catch { return .failure(error) }
    }

    private func read(
        _ request: AskRequest, model: String, steps: AnswerSteps, _ onPiece: @Sendable (String) -> Void
    ) async -> AskOutcome {
        var collected = AskCollector(limit: request.longestAnswer)
        do {
            for try await step in steps {
                if let piece = collected.take(step) { onPiece(piece) }
                // Leaving the loop cancels the answer.
                if collected.isFull { break }
            }
        } catch let error as EngineError {
            collected.failure = error
        } catch {
            collected.failure = nil
        }
        return collected.outcome(model: model)
    }
}

extension AskOutcome {
    /// The same, when it was the deadline that cancelled.
    fileprivate var stoppedByTime: AskOutcome {
        switch self {
        case .refused(.cancelled): .refused(.nothingInTime)
        case .answered(var answer) where answer.ending == .cancelled:
            {
                answer.ending = .deadline
                return .answered(answer)
            }()
        default: self
        }
    }
}
