import Core
import Foundation
import Synchronization

/// A document that is nowhere on the disk.
final class MemoryDocument: DocumentKeeping {
    private let kept: Mutex<Data?>
    private let full = Mutex(false)

    /// Whether there is no room for another write.
    var isFull: Bool {
        get { full.withLock { $0 } }
        set { full.withLock { $0 = newValue } }
    }

    init(_ data: Data?) {
        kept = Mutex(data)
    }

    var data: Data? { kept.withLock { $0 } }

    func read() throws -> Data? { data }

    func write(_ data: Data) throws {
        if isFull { throw FailingDocument.Failure() }
        kept.withLock { $0 = data }
    }

    func setAside() throws { kept.withLock { $0 = nil } }
}

/// One on a disk that fails.
struct FailingDocument: DocumentKeeping {
    struct Failure: Error {}

    func read() throws -> Data? { throw Failure() }
    func write(_ data: Data) throws { throw Failure() }
    func setAside() throws { throw Failure() }
}
