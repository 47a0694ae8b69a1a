import UniformTypeIdentifiers

/// Who sees a value on its way.
public struct TransferRepresentationVisibility: Hashable, Sendable {
    private let level: Int

    public static let all = TransferRepresentationVisibility(level: 0)
    public static let team = TransferRepresentationVisibility(level: 1)
    public static let group = TransferRepresentationVisibility(level: 2)
    public static let ownProcess = TransferRepresentationVisibility(level: 3)
}

extension TransferRepresentation {
    public func visibility(_ visibility: TransferRepresentationVisibility) -> some TransferRepresentation<Item> {
        changed { $0.visibility = visibility }
    }

    public func exportingCondition(
        _ condition: @escaping @Sendable (Item) -> Bool
    ) -> _ConditionalTransferRepresentation<Self> {
        let ways = allWays.map { way in
            var way = way
            way.canExport = { [before = way.canExport] in before($0) && ($0 as? Item).map(condition) == true }
            return way
        }
        return _ConditionalTransferRepresentation(ways: ways)
    }

    public func suggestedFileName(_ fileName: String) -> some TransferRepresentation<Item> {
        changed { $0.fileName = { _ in fileName } }
    }

    public func suggestedFileName(
        _ fileName: @escaping @Sendable (Item) -> String?
    ) -> some TransferRepresentation<Item> {
        changed { $0.fileName = { ($0 as? Item).flatMap(fileName) } }
    }

    private func changed(_ change: (inout Way) -> Void) -> TupleTransferRepresentation<Item, Self> {
        let ways = allWays.map { way in
            var way = way
            change(&way)
            return way
        }
        return TupleTransferRepresentation(ways: ways)
    }
}

public struct _ConditionalTransferRepresentation<Content: TransferRepresentation>: TransferRepresentation, Ways {
    public typealias Item = Content.Item
    public typealias Body = Never

    let ways: [Way]
}
