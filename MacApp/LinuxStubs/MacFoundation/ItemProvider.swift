import Foundation

/// What is dragged or pasted by the older ways. It holds values, and hands them out at once.
public final class NSItemProvider: NSObject, @unchecked Sendable {
    private let item: Any?
    public var suggestedName: String?

    public override init() {
        item = nil
    }

    public init(object: Any) {
        item = object
    }

    public init?(contentsOf fileURL: URL) {
        item = fileURL
    }

    package init(holding item: Any) {
        self.item = item
    }

    public var registeredTypeIdentifiers: [String] {
        switch item {
        case is URL, is NSURL: (item as? URL)?.isFileURL == true ? ["public.file-url", "public.url"] : ["public.url"]
        case is String, is NSString: ["public.utf8-plain-text", "public.plain-text", "public.text"]
        case is Data: ["public.data"]
        default: []
        }
    }

    public func hasItemConformingToTypeIdentifier(_ typeIdentifier: String) -> Bool {
        registeredTypeIdentifiers.contains(typeIdentifier)
    }

    public func canLoadObject<T: _ObjectiveCBridgeable>(ofClass aClass: T.Type) -> Bool {
        item is T
    }

    @discardableResult
    public func loadObject<T: _ObjectiveCBridgeable>(
        ofClass aClass: T.Type, completionHandler: @escaping @Sendable (T?, (any Error)?) -> Void
    ) -> Progress {
        completionHandler(item as? T, nil)
        return Progress(totalUnitCount: 1)
    }
}
