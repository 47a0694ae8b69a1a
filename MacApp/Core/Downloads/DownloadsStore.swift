import EngineKit
import Observation

/// Downloads, whichever window began them. They go on when windows are closed.
@Observable @MainActor
public final class DownloadsStore {
    public private(set) var list = DownloadList() {
        didSet {
            if running != list.running { running = list.running }
            if resumable != list.resumable { resumable = list.resumable }
        }
    }
    /// How many run and how many can go on: for menus, which not every piece that arrives is to draw anew.
    public private(set) var running = 0
    public private(set) var resumable = 0
    public private(set) var error: EngineError?
    @ObservationIgnored private let library: any ModelLibraryProtocol
    @ObservationIgnored private var downloads: [DownloadRequest: any DownloadProtocol] = [:]
    /// What is wanted of those that the library has not handed out yet.
    @ObservationIgnored private var begun: [DownloadRequest: Wish] = [:]
    @ObservationIgnored private var tasks: [Int: OwnedTask] = [:]
    @ObservationIgnored private var lastTask = 0
    /// Companions that have arrived, until the models they are for have.
    @ObservationIgnored private var arrived: [(order: DownloadOrder, folder: String)] = []
    /// What has arrived and waits for its turn at pairing.
    @ObservationIgnored private var arriving: [String] = []
    @ObservationIgnored private let pairings = WriteQueue()
    private enum Wish { case run, pause, cancel }

    /// Told of each that is whole.
    @ObservationIgnored private let onDone: @MainActor (DownloadOrder) -> Void

    public init(_ library: any ModelLibraryProtocol, onDone: @escaping @MainActor (DownloadOrder) -> Void = { _ in }) {
        self.library = library
        self.onDone = onDone
    }

    public func dismissError() { error = nil }

    /// Shows what an earlier run left unfinished. Nothing is fetched before the user says so.
    public func findLeftOver() async {
        guard let requests = try? await library.unfinished() else { return }
        for request in requests { list.add(DownloadOrder(request), isLeftOver: true) }
    }

    public func start(_ orders: [DownloadOrder]) async {
        for order in orders { await start(order) }
    }

    public func start(_ order: DownloadOrder) async {
        if list[order.request]?.isLeftOver == true { list.remove(order.request) }
        guard list.add(order) else {
            resume(order.request)
            return
        }
        await pull(order)
    }

    public func pause(_ request: DownloadRequest) {
        guard list[request]?.canPause == true else { return }
        if begun[request] == .run { begun[request] = .pause } else { downloads[request]?.pause() }
    }

    /// Goes on after a pause, a failure or a restart of the app.
    public func resume(_ request: DownloadRequest) {
        guard let item = list[request], item.canResume else { return }
        if let download = downloads[request] {
            download.resume()
        } else {
            let order = item.order
            list.remove(request)
            list.add(order)
            own { [weak self] in await self?.pull(order) }
        }
    }

    /// Ends it and deletes what it brought. The view asks first.
    public func cancel(_ request: DownloadRequest) async {
        guard let item = list[request], item.canCancel else { return }
        // One that an earlier run left has to be taken up to be ended: what it brought is deleted by the engine.
        if let download = downloads[request] { download.cancel() } else { await pull(item.order, .cancel) }
    }

    public func pauseAll() { for item in list.items where item.canPause { pause(item.id) } }
    public func resumeAll() { for item in list.items where item.canResume { resume(item.id) } }
    public func clear() { list.clear() }

    private func pull(_ order: DownloadOrder, _ wish: Wish = .run) async {
        let request = order.request
        // The library is asked once; what is wanted since is done when it has answered.
        guard begun.updateValue(wish, forKey: request) == nil else { return }
        do throws(EngineError) {
            let download = try await library.pull(request)
            downloads[request] = download
            follow(order, download.progress())
            switch begun.removeValue(forKey: request) {
            case .pause: download.pause()
            case .cancel: download.cancel()
            case .run, nil: break
            }
        } catch {
            begun[request] = nil
            list.update(request, DownloadProgress(phase: .failed(error)))
            self.error = error
        }
    }

    private func follow(_ order: DownloadOrder, _ steps: AsyncStream<DownloadProgress>) {
        own { [weak self] in
            for await progress in steps {
                guard let store = self else { return }
                store.list.update(order.request, progress)
                // At once, as what follows takes a while, in which the same may be begun anew.
                if progress.phase.isOver { store.downloads[order.request] = nil }
                if case .done(let folder) = progress.phase { await store.done(order, folder) }
            }
        }
    }

    /// A task that ends with this store, and is not ended by the next one for the same download.
    private func own(_ work: @escaping @MainActor () async -> Void) {
        lastTask += 1
        let number = lastTask
        let task = Task { [weak self] in
            await work()
            self?.tasks[number] = nil
        }
        tasks[number] = OwnedTask(task)
    }

    private func done(_ order: DownloadOrder, _ folder: String) async {
        if order.model != nil { arrived.append((order, folder)) }
        arriving.append(order.request.repository)
        // One after the other: what arrives while another is paired must be neither paired twice nor forgotten.
        await pairings.run { await self.pairArrived(order) }
        onDone(order)
    }

    private func pairArrived(_ order: DownloadOrder) async {
        if let place = arriving.firstIndex(of: order.request.repository) { arriving.remove(at: place) }
        let waiting = arrived
        arrived = []
        for companion in waiting where await !pair(companion.order, companion.folder) { arrived.append(companion) }
    }

    /// `false` if the model is not there yet.
    private func pair(_ order: DownloadOrder, _ folder: String) async -> Bool {
        guard let model = order.model else { return true }
        do throws(EngineError) {
            if order.request.companionOnly {
                _ = try await library.keepCompanion(of: order.request.repository, in: folder, for: model)
            } else {
                try await library.pair(model, with: order.request.repository)
            }
            return true
        } catch {
            // It is still on its way, or has arrived while this was asked: then its own turn comes next.
            let isComing =
                list.items.contains { $0.id.repository == model && !$0.isOver } || arriving.contains(model)
            if error.kind == .notFound, isComing { return false }
            self.error = error
            return true
        }
    }
}
