import Foundation
import UniformTypeIdentifiers

public struct CodableRepresentation<Item: Transferable & Codable>: TransferRepresentation, Ways {
    public typealias Body = Never

    let ways: [Way]

    public init(for itemType: Item.Type = Item.self, contentType: UTType) {
        ways = [
            Way(
                form: .data(
                    contentType, export: { try JSONEncoder().encode($0 as? Item) },
                    import: { try JSONDecoder().decode(Item.self, from: $0) }))
        ]
    }
}

public struct DataRepresentation<Item: Transferable>: TransferRepresentation, Ways {
    public typealias Body = Never

    let ways: [Way]

    public init(
        contentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data,
        importing: @escaping @Sendable (Data) async throws -> Item
    ) {
        ways = [Way(form: .data(contentType, export: exports(exporting), import: { try await importing($0) }))]
    }

    public init(
        exportedContentType: UTType, exporting: @escaping @Sendable (Item) async throws -> Data
    ) {
        ways = [Way(form: .data(exportedContentType, export: exports(exporting), import: nil))]
    }

    public init(
        importedContentType: UTType, importing: @escaping @Sendable (Data) async throws -> Item
    ) {
        ways = [Way(form: .data(importedContentType, export: nil, import: { try await importing($0) }))]
    }
}

private func exports<Item: Transferable, Exported>(
    _ exporting: @escaping @Sendable (Item) async throws -> Exported
) -> @Sendable (any Sendable) async throws -> Exported {
    { value in
        guard let item = value as? Item else { throw CocoaError(.coderInvalidValue) }
        return try await exporting(item)
    }
}

public struct ProxyRepresentation<Item: Transferable, ProxyRepresentation: Transferable>: TransferRepresentation, Ways {
    public typealias Body = Never

    let ways: [Way]

    public init(exporting: @escaping @Sendable (Item) throws -> ProxyRepresentation) {
        ways = [Way(form: .proxy(export: Self.export(exporting), import: nil))]
    }

    public init(importing: @escaping @Sendable (ProxyRepresentation) throws -> Item) {
        ways = [Way(form: .proxy(export: nil, import: Self.read(importing)))]
    }

    public init(
        exporting: @escaping @Sendable (Item) throws -> ProxyRepresentation,
        importing: @escaping @Sendable (ProxyRepresentation) throws -> Item
    ) {
        ways = [Way(form: .proxy(export: Self.export(exporting), import: Self.read(importing)))]
    }

    private static func export(
        _ exporting: @escaping @Sendable (Item) throws -> ProxyRepresentation
    ) -> @Sendable (any Sendable) async throws -> any Transferable {
        { value in
            guard let item = value as? Item else { throw CocoaError(.coderInvalidValue) }
            return try exporting(item)
        }
    }

    private static func read(
        _ importing: @escaping @Sendable (ProxyRepresentation) throws -> Item
    ) -> @Sendable (any Transferable) async throws -> (any Sendable)? {
        { value in try (value as? ProxyRepresentation).map(importing) }
    }
}

public struct SentTransferredFile: Sendable {
    public let file: URL
    public let allowAccessingOriginalFile: Bool

    public init(_ file: URL, allowAccessingOriginalFile: Bool = false) {
        self.file = file
        self.allowAccessingOriginalFile = allowAccessingOriginalFile
    }
}

public struct ReceivedTransferredFile: Sendable {
    public let file: URL
    public let isOriginalFile: Bool
}

public struct FileRepresentation<Item: Transferable>: TransferRepresentation, Ways {
    public typealias Body = Never

    let ways: [Way]

    public init(
        contentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile,
        importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) {
        ways = [Way(form: .file(contentType, export: exports { try await exporting($0).file }))]
    }

    public init(
        exportedContentType: UTType, shouldAllowToOpenInPlace: Bool = false,
        exporting: @escaping @Sendable (Item) async throws -> SentTransferredFile
    ) {
        ways = [Way(form: .file(exportedContentType, export: exports { try await exporting($0).file }))]
    }

    public init(
        importedContentType: UTType, shouldAttemptToOpenInPlace: Bool = false,
        importing: @escaping @Sendable (ReceivedTransferredFile) async throws -> Item
    ) {
        ways = []
    }
}

extension String: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation<String>(
            contentType: .utf8PlainText, exporting: { Data($0.utf8) },
            importing: { String(decoding: $0, as: UTF8.self) })
    }
}

extension Data: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation<Data>(contentType: .data, exporting: { $0 }, importing: { $0 })
    }
}

extension URL: Transferable {
    public static var transferRepresentation: some TransferRepresentation {
        DataRepresentation<URL>(
            contentType: .url, exporting: { $0.dataRepresentation },
            importing: { data in
                guard let url = URL(dataRepresentation: data, relativeTo: nil) else {
                    throw CocoaError(.coderInvalidValue)
                }
                return url
            })
    }
}
