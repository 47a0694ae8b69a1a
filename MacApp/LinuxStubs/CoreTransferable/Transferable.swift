import Foundation
import UniformTypeIdentifiers

/// A value that can be dragged, pasted and shared.
public protocol Transferable: Sendable {
    associatedtype Representation: TransferRepresentation
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Self.Representation { get }
}

public protocol TransferRepresentation: Sendable {
    associatedtype Item: Transferable
    associatedtype Body: TransferRepresentation
    @TransferRepresentationBuilder<Self.Item> var body: Self.Body { get }
}

extension Never: Transferable, TransferRepresentation {
    public typealias Item = Never
    public typealias Body = Never

    public static var transferRepresentation: Never { fatalError("nothing is transferred") }
    public var body: Never { fatalError("nothing is transferred") }
}

extension TransferRepresentation where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body") }
}

/// One way in which a value is passed on.
enum Way: Sendable {
    case data(
        UTType, export: (@Sendable (any Sendable) async throws -> Data)?,
        import: (@Sendable (Data) async throws -> any Sendable)?)
    case proxy(
        export: (@Sendable (any Sendable) async throws -> any Transferable)?,
        import: (@Sendable (any Transferable) async throws -> (any Sendable)?)?)
}

protocol Ways {
    var ways: [Way] { get }
}

extension TransferRepresentation {
    var allWays: [Way] {
        if let known = self as? any Ways { return known.ways }
        return body.allWays
    }
}

extension Transferable {
    /// The value as another type: by a proxy, or by data of a type that both know.
    package func converted<T: Transferable>(to type: T.Type) async -> T? {
        for way in Self.transferRepresentation.allWays {
            switch way {
            case .proxy(let export?, _):
                guard let proxy = try? await export(self) else { continue }
                if let value = proxy as? T { return value }
            case .data(let offered, let export?, _):
                for wanted in T.transferRepresentation.allWays {
                    if case .data(let type, _, let read?) = wanted, offered.conforms(to: type),
                        let data = try? await export(self), let value = try? await read(data) as? T
                    {
                        return value
                    }
                }
            default: continue
            }
        }
        for case .proxy(_, let read?) in T.transferRepresentation.allWays {
            if let value = try? await read(self) as? T { return value }
        }
        return nil
    }
}

@resultBuilder
public struct TransferRepresentationBuilder<Item: Transferable> {
    public static func buildExpression<Content: TransferRepresentation>(
        _ content: Content
    ) -> Content where Content.Item == Item { content }

    public static func buildBlock<Content: TransferRepresentation>(
        _ content: Content
    ) -> Content where Content.Item == Item { content }

    @_disfavoredOverload
    public static func buildBlock<each Content: TransferRepresentation>(
        _ content: repeat each Content
    ) -> TupleTransferRepresentation<Item, (repeat each Content)> {
        var ways: [Way] = []
        repeat ways += (each content).allWays
        return TupleTransferRepresentation(ways: ways)
    }
}

public struct TupleTransferRepresentation<Item: Transferable, Value>: TransferRepresentation, Ways {
    public typealias Body = Never

    let ways: [Way]
}
