import EngineKit
import Foundation
import Observation

/// "Measure on this Mac": one model at a time, with everything else at rest.
@Observable @MainActor
public final class MeasureStore {
    public enum State: Equatable, Sendable {
        case idle
        /// The user is asked to leave the Mac alone for a while.
        case asking
        /// From 0 to 1; it never goes back.
        case running(Double)
        case done(Measurement)
        case failed(EngineError)
        case cancelled
    }

    /// What is measured.
    public struct Plan: Equatable, Sendable {
        public var promptTokens: UInt64 = 512
        public var generate: UInt64 = 128
        public var depths: [UInt32] = [0, 1, 2, 3, 4]
        public var repetitions: UInt32 = 3

        public init() {}
    }

    public private(set) var state = State.idle
    /// The model that is, or was last, measured.
    public private(set) var model = ModelNames.builtIn
    /// What was measured last in this run of the app, by model.
    public private(set) var measurements: [String: Measurement] = [:]

    @ObservationIgnored public var plan = Plan()
    @ObservationIgnored private let engine: any EngineProtocol
    @ObservationIgnored private let models: any ModelLibraryProtocol
    @ObservationIgnored private let settings: SettingsStore
    @ObservationIgnored private let now: @MainActor () -> Date
    @ObservationIgnored private var running: OwnedTask?

    public init(
        engine: any EngineProtocol, models: any ModelLibraryProtocol, settings: SettingsStore,
        now: @escaping @MainActor () -> Date = { Date() }
    ) {
        self.engine = engine
        self.models = models
        self.settings = settings
        self.now = now
    }

    public var isRunning: Bool { if case .running = state { true } else { false } }

    /// What to tell before it begins.
    public var request: String { MeasureWords.request(ModelNames.shown(model)) }

    /// What was found out about the model in this or an earlier run of the app.
    public var measured: MeasuredDepth? { settings.settings.measured[model] }

    /// Asks whether to begin.
    public func ask(_ model: String) {
        guard !isRunning else { return }
        self.model = model
        state = .asking
    }

    public func start() {
        guard state == .asking else { return }
        state = .running(0)
        running = OwnedTask(Task { [weak self, model] in await self?.measure(model) })
    }

    /// Ends it, or the question before it. What was measured so far is of no use by itself.
    public func cancel() {
        switch state {
        case .running:
            running?.cancel()
            running = nil
            state = .cancelled
        case .asking: state = .idle
        case .idle, .done, .failed, .cancelled: break
        }
    }

    public func dismiss() {
        if !isRunning { state = .idle }
    }

    /// Has the model's answers drafted as was measured, or by the engine's own pacing again.
    public func use(_ isUsed: Bool) {
        let model = model
        settings.change { $0.measured[model]?.isUsed = isUsed }
    }

    private func measure(_ model: String) async {
        do {
            let folders = try await models.folders(of: model)
            var request = BenchRequest(model: folders)
            (request.promptTokens, request.generate) = (plan.promptTokens, plan.generate)
            (request.depths, request.repetitions) = (plan.depths, plan.repetitions)
            // Without a companion there is only one speed.
            if folders.companion == .none { request.depths = [0] }
            for try await step in engine.bench(request) {
                guard !Task.isCancelled, case .running(let before) = state else { return }
                switch step {
                case .progress(let done, let total):
                    if total > 0 { state = .running(max(before, min(1, Double(done) / Double(total)))) }
                case .done(let report): keep(Measurement(report, model: model), folders.companion)
                }
            }
        } catch {
            guard !Task.isCancelled, isRunning else { return }
            state = (error as? EngineError).map(State.failed) ?? .cancelled
        }
    }

    private func keep(_ measurement: Measurement, _ companion: ModelFolders.Companion) {
        let model = measurement.model
        measurements[model] = measurement
        state = .done(measurement)
        settings.change { settings in
            // Who measures wants the best of it; who went back to the engine's pacing before stays with that.
            let isUsed = settings.measured[model]?.isUsed ?? true
            if let depth = MeasuredDepth(measurement, companion: companion, date: now(), isUsed: isUsed) {
                settings.measured[model] = depth
            }
        }
    }
}
