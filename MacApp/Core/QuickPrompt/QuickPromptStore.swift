import Foundation
import Observation

/// The quick prompt, asking for real.
@Observable @MainActor
public final class QuickPromptStore {
    public private(set) var state: QuickPrompt
    @ObservationIgnored private let service: any Asking
    @ObservationIgnored private let perform: @MainActor (QuickPrompt.Effect) -> Void
    @ObservationIgnored private var task: OwnedTask?

    /// `perform` does what needs a window, the pasteboard or the kept chats.
    public init(
        _ rules: QuickPrompt.Rules, service: any Asking, perform: @escaping @MainActor (QuickPrompt.Effect) -> Void
    ) {
        state = QuickPrompt(rules)
        self.service = service
        self.perform = perform
    }

    public func send(_ event: QuickPrompt.Event) {
        for effect in state.apply(event) {
            switch effect {
            case .ask(let id, let request): ask(id, request)
            case .cancel: task?.cancel()
            case .show, .hide, .copy, .insert, .keep: perform(effect)
            }
        }
    }

    public func use(_ settings: Settings) {
        state.rules = QuickPrompt.Rules(settings)
    }

    private func ask(_ id: Int, _ request: AskRequest) {
        let service = service
        let answering = Task { [weak self] in
            let (pieces, feed) = AsyncStream<String>.makeStream()
            async let outcome = {
                let outcome = await service.ask(request) { feed.yield($0) }
                feed.finish()
                return outcome
            }()
            for await piece in pieces { self?.send(.piece(ask: id, piece)) }
            self?.send(.ended(ask: id, await outcome))
        }
        task = OwnedTask(answering)
    }
}
