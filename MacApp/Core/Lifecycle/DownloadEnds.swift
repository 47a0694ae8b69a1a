import EngineKit

/// Tells which downloads have ended between two looks at the list.
public struct DownloadEnds: Sendable {
    public struct End: Equatable, Sendable {
        public let request: DownloadRequest
        /// Why it failed; `nil` for one that is whole.
        public let failure: EngineError?

        /// As the user is told of it.
        public var event: NotificationPolicy.Event {
            let title = ModelNames.shown(request.repository)
            return failure.map { .downloadFailed(title: title, ErrorNotice($0)) } ?? .downloadEnded(title: title)
        }
    }

    private var before: [DownloadRequest: DownloadProgress.Phase] = [:]

    public init() {}

    public mutating func look(at list: DownloadList) -> [End] {
        let ended = list.items.compactMap { item -> End? in
            guard before[item.id] != nil, before[item.id] != item.progress.phase else { return nil }
            return switch item.progress.phase {
            case .done: End(request: item.id, failure: nil)
            case .failed(let error): End(request: item.id, failure: error)
            default: nil
            }
        }
        before = Dictionary(list.items.map { ($0.id, $0.progress.phase) }) { _, last in last }
        return ended
    }
}
