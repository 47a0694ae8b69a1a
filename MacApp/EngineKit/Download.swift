internal import TandemBindings

/// What to download.
public struct DownloadRequest: Equatable, Hashable, Sendable {
    public var repository: String
    /// A branch, tag or commit; `nil` is the newest state.
    public var revision: String?
    /// Of a full release, only the part that holds its companion.
    public var companionOnly: Bool

    public init(repository: String, revision: String? = nil, companionOnly: Bool = false) {
        self.repository = repository
        self.revision = revision
        self.companionOnly = companionOnly
    }
}

/// How far a download is.
public struct DownloadProgress: Equatable, Sendable {
    /// What it is doing.
    public enum Phase: Equatable, Sendable {
        /// Asking the hub what there is.
        case listing
        /// Fetching; with the reason if it waits or tries again.
        case downloading(notice: String?)
        /// Comparing with hashes.
        case checking
        /// Stopped by the user, to be resumed.
        case paused
        /// Stopped by an error; can be resumed.
        case failed(EngineError)
        /// Whole, in this folder.
        case done(folder: String)
        /// Stopped by the user for good.
        case cancelled

        /// Whether nothing follows.
        public var isOver: Bool {
            switch self {
            case .done, .cancelled: true
            case .listing, .downloading, .checking, .paused, .failed: false
            }
        }
    }

    public struct File: Equatable, Hashable, Sendable {
        /// Path in the repository.
        public var path: String
        public var bytes: UInt64
        public var total: UInt64

        public init(path: String, bytes: UInt64, total: UInt64) {
            self.path = path
            self.bytes = bytes
            self.total = total
        }
    }

    public var phase: Phase
    /// Bytes that have arrived, and in all.
    public var bytes: UInt64
    public var total: UInt64
    /// The part that has arrived, from 0 to 1. Never goes back.
    public var fraction: Double
    public var bytesPerSecond: Double
    /// At that speed.
    public var secondsLeft: UInt64?
    public var files: [File]

    public init(
        phase: Phase, bytes: UInt64 = 0, total: UInt64 = 0, fraction: Double = 0, bytesPerSecond: Double = 0,
        secondsLeft: UInt64? = nil, files: [File] = []
    ) {
        self.phase = phase
        self.bytes = bytes
        self.total = total
        self.fraction = fraction
        self.bytesPerSecond = bytesPerSecond
        self.secondsLeft = secondsLeft
        self.files = files
    }
}

/// A download. It belongs to the app, not to who looks at it: letting go of it or of its progress changes nothing, since
/// cancelling deletes what has arrived, and that no closed window may do.
public protocol DownloadProtocol: Sendable {
    var request: DownloadRequest { get }
    /// Stops until it is resumed; what has arrived is kept.
    func pause()
    /// Goes on after a pause or a failure.
    func resume()
    /// Stops for good and deletes what this download has brought.
    func cancel()
    /// How far it is from now on, at once and then about ten times a second; each call is a stream of its own. It ends
    /// after `done` and `cancelled`. It never throws: a download that failed can be resumed, and the phase tells why.
    func progress() -> AsyncStream<DownloadProgress>
}

/// A download of this process's engine.
public final class LiveDownload: DownloadProtocol {
    public let request: DownloadRequest
    private let download: ModelDownload
    private let watchers: ProgressWatchers

    init(_ request: DownloadRequest, from models: Models) throws(EngineError) {
        let watchers = ProgressWatchers()
        let wish = DownloadWish(
            repo: request.repository, revision: request.revision, companionOnly: request.companionOnly)
        download = try translating { try models.pull(wish: wish, listener: DownloadSender(watchers)) }
        self.request = request
        self.watchers = watchers
    }

    public func pause() { download.pause() }
    public func resume() { download.resume() }
    public func cancel() { download.cancel() }
    public func progress() -> AsyncStream<DownloadProgress> { watchers.stream() }
}

/// Passes what the bridge tells on.
private final class DownloadSender: DownloadListener {
    private let watchers: ProgressWatchers

    init(_ watchers: ProgressWatchers) {
        self.watchers = watchers
    }

    func onProgress(progress: TandemBindings.DownloadProgress) {
        watchers.tell(DownloadProgress(progress))
    }
}

extension DownloadRequest {
    init(_ wish: DownloadWish) {
        self.init(repository: wish.repo, revision: wish.revision, companionOnly: wish.companionOnly)
    }
}

extension DownloadProgress {
    init(_ progress: TandemBindings.DownloadProgress) {
        let phase: Phase =
            switch progress.phase {
            case .listing: .listing
            case .downloading(let notice): .downloading(notice: notice)
            case .checking: .checking
            case .paused: .paused
            case .failed(let failure): .failed(EngineError(failure))
            case .done(let folder): .done(folder: folder)
            case .cancelled: .cancelled
            }
        self.init(
            phase: phase, bytes: progress.bytes, total: progress.total, fraction: progress.fraction,
            bytesPerSecond: progress.bytesPerSecond, secondsLeft: progress.secondsLeft,
            files: progress.files.map { File(path: $0.path, bytes: $0.bytes, total: $0.total) })
    }
}
