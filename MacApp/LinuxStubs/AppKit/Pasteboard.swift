import Synchronization

open class NSPasteboard: NSObject, @unchecked Sendable {
    public struct PasteboardType: Hashable, RawRepresentable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        public static let string = PasteboardType("public.utf8-plain-text")
        public static let html = PasteboardType("public.html")
        public static let rtf = PasteboardType("public.rtf")
        public static let fileURL = PasteboardType("public.file-url")
        public static let URL = PasteboardType("public.url")
    }

    public struct Name: Hashable, RawRepresentable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let general = Name(rawValue: "Apple CFPasteboard general")
    }

    private struct Contents {
        var data: [PasteboardType: Data] = [:]
        var items: [Any] = []
        var count = 0
    }

    public class var general: NSPasteboard { shared }
    private static let shared = NSPasteboard()

    private let contents = Mutex(Contents())

    open var changeCount: Int { contents.withLock { $0.count } }

    open var types: [PasteboardType]? { contents.withLock { Array($0.data.keys) } }

    @discardableResult
    open func clearContents() -> Int {
        contents.withLock { contents in
            contents.data = [:]
            contents.items = []
            contents.count += 1
            return contents.count
        }
    }

    @discardableResult
    open func declareTypes(_ newTypes: [PasteboardType], owner newOwner: Any?) -> Int { clearContents() }

    @discardableResult
    open func setString(_ string: String, forType dataType: PasteboardType) -> Bool {
        setData(Data(string.utf8), forType: dataType)
    }

    @discardableResult
    open func setData(_ data: Data?, forType dataType: PasteboardType) -> Bool {
        contents.withLock { $0.data[dataType] = data }
        return true
    }

    /// Of what is written on it, the values of these classes.
    open func readObjects(
        forClasses classArray: [AnyClass], options: [ReadingOptionKey: Any]? = nil
    ) -> [Any]? {
        guard classArray.contains(where: { $0 == NSURL.self }) else { return nil }
        let urls = (string(forType: .fileURL) ?? "").split(separator: "\n").compactMap { URL(string: String($0)) }
        return urls.isEmpty ? nil : urls
    }

    public struct ReadingOptionKey: Hashable, RawRepresentable, Sendable {
        public var rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let urlReadingFileURLsOnly = ReadingOptionKey(
            rawValue: "NSPasteboardURLReadingFileURLsOnlyKey")
    }

    open func string(forType dataType: PasteboardType) -> String? {
        data(forType: dataType).map { String(decoding: $0, as: UTF8.self) }
    }

    open func data(forType dataType: PasteboardType) -> Data? {
        contents.withLock { $0.data[dataType] }
    }

    /// Values as they are, which is what SwiftUI's copying and pasting passes on within an app.
    package func hold(_ items: [Any]) {
        clearContents()
        let boxed = Box(items)
        contents.withLock { $0.items = boxed.items }
        if let text = items.first as? String { setString(text, forType: .string) }
    }

    package var held: [Any] {
        let boxed = contents.withLock { Box($0.items) }
        if boxed.items.isEmpty, let text = string(forType: .string) { return [text] }
        return boxed.items
    }

    private struct Box: @unchecked Sendable {
        let items: [Any]

        init(_ items: [Any]) {
            self.items = items
        }
    }
}
