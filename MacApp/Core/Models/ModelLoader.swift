import EngineKit
import Observation

/// Brings models into memory and out of it when the user says so; answers do it by themselves.
@Observable @MainActor
public final class ModelLoader {
    public enum State: Equatable, Sendable {
        case idle
        case loading(String)
        /// It does not fit; the numbers are in the error, and the user may want it all the same.
        case asks(String, EngineError)
        case failed(String, EngineError)
    }

    public private(set) var state = State.idle
    @ObservationIgnored private let engine: any EngineProtocol
    @ObservationIgnored private let models: any ModelLibraryProtocol
    @ObservationIgnored private var task: OwnedTask?

    public init(_ engine: any EngineProtocol, _ models: any ModelLibraryProtocol) {
        self.engine = engine
        self.models = models
    }

    public var isLoading: Bool { if case .loading = state { true } else { false } }

    /// Loads a model. With `anyway` also one that does not fit, of which the user was told. `then` follows when it is in
    /// memory.
    public func load(_ model: String, anyway: Bool = false, then: @escaping @MainActor () -> Void = {}) {
        guard !isLoading else { return }
        state = .loading(model)
        let (engine, models) = (engine, models)
        let task = Task { [weak self] in
            do throws(EngineError) {
                let folders = try await models.folders(of: model)
                _ = try await engine.load(folders, anyway: anyway)
                self?.state = .idle
                then()
            } catch {
                self?.fail(model, error)
            }
        }
        self.task = OwnedTask(task)
    }

    /// Asks whether to load a model that an answer could not load.
    public func ask(_ model: String, _ error: EngineError) {
        guard !isLoading else { return }
        fail(model, error)
    }

    public func unload() async {
        do throws(EngineError) { try await engine.unload() } catch { state = .failed("", error) }
    }

    public func dismiss() {
        if !isLoading { state = .idle }
    }

    private func fail(_ model: String, _ error: EngineError) {
        state = error.remedy == .loadAnyway ? .asks(model, error) : .failed(model, error)
    }
}
