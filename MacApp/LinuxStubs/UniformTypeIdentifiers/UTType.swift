import Foundation

public struct UTType: Hashable, Codable, Sendable, CustomStringConvertible {
    public let identifier: String

    public var description: String { identifier }

    private init(known identifier: String) {
        self.identifier = identifier
    }

    /// Nil where the system does not know the type.
    public init?(_ identifier: String) {
        guard Self.parents[identifier] != nil else { return nil }
        self.identifier = identifier
    }

    public init?(filenameExtension: String, conformingTo supertype: UTType = .data) {
        guard let known = Self.extensions[filenameExtension.lowercased()] else { return nil }
        self = known
    }

    public init(exportedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = identifier
    }

    public init(importedAs identifier: String, conformingTo parentType: UTType? = nil) {
        self.identifier = identifier
    }

    public var preferredFilenameExtension: String? {
        Self.extensions.filter { $0.value == self }.keys.min()
    }

    public func conforms(to type: UTType) -> Bool {
        if self == type { return true }
        return (Self.parents[identifier] ?? ["public.data"]).contains { parent in
            UTType(known: parent).conforms(to: type)
        }
    }

    public static let item = UTType(known: "public.item")
    public static let content = UTType(known: "public.content")
    public static let data = UTType(known: "public.data")
    public static let directory = UTType(known: "public.directory")
    public static let folder = UTType(known: "public.folder")
    public static let url = UTType(known: "public.url")
    public static let fileURL = UTType(known: "public.file-url")
    public static let text = UTType(known: "public.text")
    public static let plainText = UTType(known: "public.plain-text")
    public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
    public static let rtf = UTType(known: "public.rtf")
    public static let html = UTType(known: "public.html")
    public static let json = UTType(known: "public.json")
    public static let xml = UTType(known: "public.xml")
    public static let yaml = UTType(known: "public.yaml")
    public static let sourceCode = UTType(known: "public.source-code")
    public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
    public static let pdf = UTType(known: "com.adobe.pdf")
    public static let image = UTType(known: "public.image")
    public static let png = UTType(known: "public.png")
    public static let jpeg = UTType(known: "public.jpeg")
    public static let zip = UTType(known: "public.zip-archive")

    private static let parents: [String: [String]] = [
        "public.item": [], "public.content": [], "public.data": ["public.item"], "public.directory": ["public.item"],
        "public.folder": ["public.directory"], "public.url": ["public.data"], "public.file-url": ["public.url"],
        "public.text": ["public.data", "public.content"], "public.plain-text": ["public.text"],
        "public.utf8-plain-text": ["public.plain-text"], "public.rtf": ["public.text"], "public.html": ["public.text"],
        "public.json": ["public.text"], "public.xml": ["public.text"], "public.yaml": ["public.text"],
        "public.source-code": ["public.plain-text"], "public.comma-separated-values-text": ["public.text"],
        "com.adobe.pdf": ["public.data", "public.content"], "public.image": ["public.data", "public.content"],
        "net.daringfireball.markdown": ["public.plain-text"], "public.png": ["public.image"], "public.jpeg": ["public.image"], "public.zip-archive": ["public.data"],
    ]

    private static let extensions: [String: UTType] = [
        "txt": .plainText, "md": UTType(known: "net.daringfireball.markdown"), "json": .json, "html": .html, "xml": .xml, "yaml": .yaml, "csv": .commaSeparatedText,
        "pdf": .pdf, "png": .png, "jpeg": .jpeg, "rtf": .rtf, "zip": .zip,
    ]
}
