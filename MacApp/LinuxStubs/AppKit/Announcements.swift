import Synchronization

/// Everything that this process announced, in order.
package enum Announcements {
    private static let all = Mutex<[String]>([])

    package static func add(_ words: String) {
        all.withLock { $0.append(words) }
    }

    package static var count: Int { all.withLock { $0.count } }

    package static func since(_ count: Int) -> [String] {
        all.withLock { Array($0.dropFirst(count)) }
    }
}
