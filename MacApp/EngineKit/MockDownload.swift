import Synchronization

/// A download for tests: it is as far as it is told, and writes down what is asked of it.
public final class MockDownload: DownloadProtocol {
    /// What was asked of it.
    public enum Order: Equatable, Sendable { case pause, resume, cancel }

    public let request: DownloadRequest
    private let watchers = ProgressWatchers()
    private let given = Mutex<[Order]>([])

    public init(_ request: DownloadRequest) {
        self.request = request
    }

    /// All orders so far.
    public var orders: [Order] { given.withLock { $0 } }

    public func tell(_ progress: DownloadProgress) { watchers.tell(progress) }

    public func pause() { given.withLock { $0.append(.pause) } }
    public func resume() { given.withLock { $0.append(.resume) } }
    public func cancel() { given.withLock { $0.append(.cancel) } }
    public func progress() -> AsyncStream<DownloadProgress> { watchers.stream() }
}
