import EngineKit

/// Tells which downloads have ended between two looks at the list.
public struct DownloadEnds: Sendable {
    private var before: [DownloadRequest: DownloadProgress.Phase] = [:]

    public init() {}

    public mutating func look(at list: DownloadList) -> [UserNote.Event] {
        let ended = list.items.compactMap { item -> UserNote.Event? in
            guard before[item.id] != nil, before[item.id] != item.progress.phase else { return nil }
            return switch item.progress.phase {
            case .done: .downloaded(item.order.request.repository)
            case .failed(let error): .downloadFailed(item.order.request.repository, error)
            default: nil
            }
        }
        before = Dictionary(list.items.map { ($0.id, $0.progress.phase) }) { _, last in last }
        return ended
    }
}
