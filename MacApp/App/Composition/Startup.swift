import Core
import EngineKit
import Foundation
import Observation

/// The way from the click on the icon to a window that can be used.
@Observable @MainActor
final class Startup {
    enum Phase {
        case starting
        case ready(AppModel)
        /// Without the engine there is nothing to show; what is on the disk is untouched.
        case failed(EngineError)
    }

    private(set) var phase = Phase.starting
    @ObservationIgnored private let make: @MainActor () async throws(EngineError) -> AppServices
    @ObservationIgnored private var beginning: OwnedTask?
    @ObservationIgnored private var isStarting = false
    /// Addresses that came before there was a window to follow them in, such as the one that started the app.
    @ObservationIgnored private var addresses: [URL] = []

    init(_ make: @escaping @MainActor () async throws(EngineError) -> AppServices) {
        self.make = make
    }

    /// For previews and tests.
    init(_ app: AppModel) {
        phase = .ready(app)
        make = { () async throws(EngineError) in app.services }
        use(app)
    }

    private func use(_ app: AppModel) {
        app.startOver = { [weak self] services, notice in
            let app = AppModel(services)
            app.notice = notice
            self?.use(app)
            self?.beginning = OwnedTask(Task { await app.begin() })
        }
        phase = .ready(app)
    }

    var app: AppModel? { if case .ready(let app) = phase { app } else { nil } }

    /// Goes where addresses lead, as soon as there is a window for it.
    func follow(_ new: [URL]) {
        if let app { app.follow(new) } else { addresses += new }
    }

    /// Starts unless it has started, or is about to.
    func start() async {
        guard app == nil, !isStarting else { return }
        isStarting = true
        defer { isStarting = false }
        // The view that asks for it is gone before it is done, and what that view had begun is cancelled then.
        await Task { await open() }.value
    }

    private func open() async {
        phase = .starting
        do throws(EngineError) {
            let app = AppModel(try await make())
            use(app)
            app.follow(addresses)
            addresses = []
            await app.begin()
        } catch {
            phase = .failed(error)
        }
    }
}
