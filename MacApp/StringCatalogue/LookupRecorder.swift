import Synchronization

/// Looks up for tests, and keeps the keys that the catalogue has not in that language: what only the compiler knows of a
/// key (whether a number is filled in or a text) shows when it is looked up.
public final class LookupRecorder: Sendable {
    private let catalogue: StringCatalogue
    private let language: String
    private let missing = Mutex<Set<String>>([])

    public init(_ catalogue: StringCatalogue, _ language: String) {
        self.catalogue = catalogue
        self.language = language
    }

    public func look(_ key: String, _ table: String?, _ arguments: StringCatalogue.Arguments) -> String? {
        let entry = catalogue.strings[key]
        let isThere = entry?.shouldTranslate == false || entry?.localizations?[language] != nil
        // English is written in the catalogue only where it has plurals.
        let isEnglish = entry != nil && language == catalogue.sourceLanguage
        if !isThere, !isEnglish, Self.hasWords(key) { missing.withLock { _ = $0.insert(key) } }
        return catalogue.format(key, in: language, arguments)
    }

    /// Nothing but what is filled in needs no translation.
    private static func hasWords(_ key: String) -> Bool {
        key.replacing(/%(?:\.\d+)?(?:@|lld|llu|lf|f|d|u)/, with: "").contains(where: \.isLetter)
    }

    public var unknownKeys: Set<String> { missing.withLock { $0 } }
}
