import Foundation

/// The catalogue and the sources in a checkout.
public struct Checkout {
    public let catalogueFile: URL
    public let sources: [(file: String, text: String)]

    public init(_ root: URL) throws {
        catalogueFile = root.appending(path: "MacApp/Resources/Localizable.xcstrings")
        var sources: [(file: String, text: String)] = []
        for folder in ["MacApp/App", "MacApp/Core"] {
            let files = FileManager.default.enumerator(atPath: root.appending(path: folder).path)
            // What previews say nobody else sees.
            let names = (files?.compactMap { $0 as? String } ?? [])
                .filter { $0.hasSuffix(".swift") && !$0.contains("Previews/") }.sorted()
            for name in names {
                let url = root.appending(path: folder).appending(path: name)
                sources.append((file: "\(folder)/\(name)", text: try String(contentsOf: url, encoding: .utf8)))
            }
        }
        self.sources = sources
    }

    public func catalogue() throws -> StringCatalogue { try StringCatalogue(contentsOf: catalogueFile) }
}
