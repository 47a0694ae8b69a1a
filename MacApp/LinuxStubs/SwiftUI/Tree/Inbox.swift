import Synchronization

/// Where observed objects report, from whatever thread, that a place is out of date.
final class Inbox: Sendable {
    private let stale = Mutex<[(element: Element, turn: Int)]>([])

    func add(_ element: Element?, _ turn: Int) {
        guard let element else { return }
        stale.withLock { $0.append((element, turn)) }
    }

    func take() -> [(element: Element, turn: Int)] {
        stale.withLock { stale in
            defer { stale = [] }
            return stale
        }
    }
}
