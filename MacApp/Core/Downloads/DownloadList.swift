import EngineKit
import Foundation

/// Something to download, and what it is for.
public struct DownloadOrder: Equatable, Hashable, Sendable {
    public let request: DownloadRequest
    /// The model that it is to draft for, if it is a companion.
    public let model: String?
    /// Bytes to fetch, as far as they are known before.
    public let bytes: UInt64

    public init(_ request: DownloadRequest, for model: String? = nil, bytes: UInt64 = 0) {
        self.request = request
        self.model = model
        self.bytes = bytes
    }
}

/// A download as it is shown.
public struct DownloadItem: Equatable, Identifiable, Sendable {
    public let order: DownloadOrder
    public internal(set) var progress: DownloadProgress
    /// Left unfinished by an earlier run; nothing runs until the user wants it to.
    public internal(set) var isLeftOver = false

    public var id: DownloadRequest { order.request }
    public var title: String { ModelNames.shown(order.request.repository) }
    public var isOver: Bool { progress.phase.isOver }

    public var isRunning: Bool {
        switch progress.phase {
        case .listing, .downloading, .checking: !isLeftOver
        case .paused, .failed, .done, .cancelled: false
        }
    }

    public var canPause: Bool { isRunning }
    public var canResume: Bool { !isRunning && !isOver }
    public var canCancel: Bool { !isOver }

    public var status: String { DownloadWords.status(self) }
    public var notice: ErrorNotice? {
        if case .failed(let error) = progress.phase { ErrorNotice(error) } else { nil }
    }
}

/// All downloads, and how far they are together.
public struct DownloadList: Equatable, Sendable {
    public private(set) var items: [DownloadItem] = []
    /// From 0 to 1 over all that were begun together; it never goes back. `nil` while nothing is known.
    public private(set) var fraction: Double?

    public init() {}

    public var running: Int { items.count(where: \.isRunning) }
    public var resumable: Int { items.count(where: \.canResume) }
    public var isBusy: Bool { running > 0 }

    public subscript(request: DownloadRequest) -> DownloadItem? { items.first { $0.id == request } }

    /// Adds one; one that is there and is not over stays as it is.
    @discardableResult
    mutating func add(_ order: DownloadOrder, isLeftOver: Bool = false) -> Bool {
        if let there = self[order.request] {
            if !there.isOver { return false }
            items.removeAll { $0.id == order.request }
        }
        // A new group begins at nothing.
        if items.allSatisfy(\.isOver) {
            items = []
            fraction = nil
        }
        let progress = DownloadProgress(phase: isLeftOver ? .paused : .listing, total: order.bytes)
        items.append(DownloadItem(order: order, progress: progress, isLeftOver: isLeftOver))
        return true
    }

    mutating func update(_ request: DownloadRequest, _ new: DownloadProgress) {
        guard let place = items.firstIndex(where: { $0.id == request }) else { return }
        var new = new
        let old = items[place].progress
        // Until the hub has told the size, what was known before counts; and what has arrived stays arrived.
        if new.total == 0 { new.total = old.total }
        new.fraction = max(old.fraction, new.fraction)
        items[place].progress = new
        items[place].isLeftOver = false
        count()
    }

    /// Takes what is over off the list.
    mutating func clear() { items.removeAll(where: \.isOver) }

    mutating func remove(_ request: DownloadRequest) {
        items.removeAll { $0.id == request }
        count()
    }

    public var summary: String { DownloadWords.summary(self) }

    private mutating func count() {
        let counted = items.filter { $0.progress.phase != .cancelled && $0.progress.total > 0 && !$0.isLeftOver }
        let total = counted.reduce(0.0) { $0 + Double($1.progress.total) }
        guard total > 0 else { return }
        let done = counted.reduce(0.0) { sum, item in
            let part = if case .done = item.progress.phase { 1.0 } else { min(1, item.progress.fraction) }
            return sum + part * Double(item.progress.total)
        }
        fraction = max(fraction ?? 0, min(1, done / total))
    }
}

enum DownloadWords {
    static func status(_ item: DownloadItem) -> String {
        let progress = item.progress
        switch progress.phase {
        case .listing: return String(localized: "Asking the hub…")
        case .downloading(let notice?): return "\(Format.percent(progress.fraction, of: 1)) – \(notice)"
        case .downloading(nil): return downloading(progress)
        case .checking: return String(localized: "Checking what arrived…")
        case .paused:
            return item.isLeftOver
                ? String(localized: "Left unfinished the last time.")
                : String(localized: "Paused at \(Format.percent(progress.fraction, of: 1)).")
        case .failed(let error): return ErrorNotice(error).message
        case .done: return String(localized: "Downloaded.")
        case .cancelled: return String(localized: "Cancelled.")
        }
    }

    private static func downloading(_ progress: DownloadProgress) -> String {
        let (done, total) = (Format.bytes(progress.bytes), Format.bytes(progress.total))
        let left = progress.secondsLeft.map { Format.seconds(Double($0)) }
        // A speed that is no number of bytes is not said.
        let bytes = UInt64(exactly: progress.bytesPerSecond.rounded(.down)) ?? 0
        let speed = bytes > 0 ? Format.bytes(bytes) : nil
        return switch (speed, left) {
        case (let speed?, let left?): String(localized: "\(done) of \(total), \(speed)/s, \(left) left")
        case (let speed?, nil): String(localized: "\(done) of \(total), \(speed)/s")
        case (nil, let left?): String(localized: "\(done) of \(total), \(left) left")
        case (nil, nil): String(localized: "\(done) of \(total)")
        }
    }

    static func summary(_ list: DownloadList) -> String {
        if list.running > 0 {
            guard let share = list.fraction.map({ Format.percent($0, of: 1) }) else {
                return String(localized: "\(list.running) downloads")
            }
            return String(localized: "\(list.running) downloads, \(share)")
        }
        if list.resumable > 0 { return String(localized: "\(list.resumable) downloads to go on with") }
        return String(localized: "No downloads")
    }
}
