import Foundation
import UniformTypeIdentifiers

/// A value that can be dragged, pasted and shared.
public protocol Transferable: Sendable {
    associatedtype Representation: TransferRepresentation
    @TransferRepresentationBuilder<Self> static var transferRepresentation: Self.Representation { get }
}

public protocol TransferRepresentation<Item>: Sendable {
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
struct Way: Sendable {
    enum Form: Sendable {
        case data(
            UTType, export: (@Sendable (any Sendable) async throws -> Data)?,
            import: (@Sendable (Data) async throws -> any Sendable)?)
        case file(UTType, export: @Sendable (any Sendable) async throws -> URL)
        case proxy(
            export: (@Sendable (any Sendable) async throws -> any Transferable)?,
            import: (@Sendable (any Transferable) async throws -> (any Sendable)?)?)
    }

    var form: Form
    var canExport: @Sendable (any Sendable) -> Bool = { _ in true }
    var visibility = TransferRepresentationVisibility.all
    var fileName: @Sendable (any Sendable) -> String? = { _ in nil }
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
    /// The value as another type, within the program: by a proxy, or by data of a type that both know.
    package func converted<T: Transferable>(to type: T.Type) async -> T? {
        for way in Self.transferRepresentation.allWays where way.canExport(self) {
            switch way.form {
            case .proxy(let export?, _):
                guard let proxy = try? await export(self) else { continue }
                if let value = proxy as? T { return value }
            case .data(let offered, let export?, _):
                if let value = await T.read(offered, { try await export(self) }) { return value }
            case .file(let offered, let export):
                if let value = await T.read(offered, { try Data(contentsOf: await export(self)) }) { return value }
            default: continue
            }
        }
        for case .proxy(_, let read?) in T.transferRepresentation.allWays.map(\.form) {
            if let value = try? await read(self) as? T { return value }
        }
        return nil
    }

    private static func read(_ offered: UTType, _ data: () async throws -> Data) async -> Self? {
        for case .data(let type, _, let read?) in transferRepresentation.allWays.map(\.form) {
            if offered.conforms(to: type), let data = try? await data(), let value = try? await read(data) as? Self {
                return value
            }
        }
        return nil
    }

    /// Whether another program sees something of it that it can keep as a file.
    package var canBeWritten: Bool { writableWay != nil }

    private var writableWay: Way? {
        Self.transferRepresentation.allWays.first { way in
            guard way.visibility == .all, way.canExport(self) else { return false }
            return switch way.form {
            case .data(let type, let export, _): export != nil && type.conforms(to: .data)
            case .file(let type, _): type.conforms(to: .data)
            case .proxy(let export, _): export != nil
            }
        }
    }

    /// Writes the value into a folder as the Finder does: by the first way that another program sees.
    package func write(into folder: URL) async throws -> URL? {
        guard let way = writableWay else { return nil }
        switch way.form {
        case .file(_, let export):
            // The system copies the file, whose name counts if no other is suggested.
            let file = try await export(self)
            return try put(Data(contentsOf: file), into: folder, way.fileName(self) ?? file.lastPathComponent)
        case .data(let type, let export?, _):
            let usual = "Untitled." + (type.preferredFilenameExtension ?? "data")
            return try put(await export(self), into: folder, way.fileName(self) ?? usual)
        case .proxy(let export?, _): return try await export(self).write(into: folder)
        default: return nil
        }
    }

    private func put(_ data: Data, into folder: URL, _ name: String) throws -> URL {
        let place = folder.appending(path: name)
        try data.write(to: place)
        return place
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
