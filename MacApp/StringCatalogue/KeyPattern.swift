/// What keys a literal of the sources can have: what it fills in may be text or any number, as only the compiler knows.
public struct KeyPattern: Hashable, Sendable {
    private enum Part: Hashable, Sendable {
        case text(String)
        case specifier(String)
        /// The sources do not tell for sure.
        case anySpecifier(likely: String)
    }

    private let parts: [Part]
    /// The English text, where it is not the key.
    public let text: String?

    /// `types` are those of the names in the sources.
    init(_ literal: Literal, text: Literal? = nil, types: DeclaredTypes = DeclaredTypes()) {
        let isFormat = literal.pieces.contains { if case .argument = $0 { true } else { false } }
        parts = literal.pieces.map { piece in
            switch piece {
            case .text(let text): .text(isFormat ? text.replacing("%", with: "%%") : text)
            case .argument(let source): Self.part(source, types)
            }
        }
        self.text = text.map { KeyPattern($0, types: types).guess }
    }

    public func matches(_ key: String) -> Bool {
        var rest = key[...]
        for part in parts {
            switch part {
            case .text(let text):
                guard rest.hasPrefix(text) else { return false }
                rest = rest.dropFirst(text.count)
            case .specifier(let known):
                guard rest.hasPrefix(known) else { return false }
                rest = rest.dropFirst(known.count)
            case .anySpecifier:
                guard let match = rest.prefixMatch(of: Self.anySpecifier) else { return false }
                rest = rest[match.range.upperBound...]
            }
        }
        return rest.isEmpty
    }

    /// Whether only its guess matches.
    var isSure: Bool {
        parts.allSatisfy { if case .anySpecifier = $0 { false } else { true } }
    }

    /// Whether there is anything in it to translate.
    public var hasWords: Bool {
        parts.contains { if case .text(let text) = $0 { text.contains(where: \.isLetter) } else { false } }
    }

    private static var anySpecifier: Regex<Substring> { /%(?:@|lld|llu|lf|f|d|u)/ }

    /// A key, as good as can be told without types.
    public var guess: String {
        parts.map { part in
            switch part {
            case .text(let text): text
            case .specifier(let known), .anySpecifier(let known): known
            }
        }.joined()
    }

    private static func part(_ source: String, _ types: DeclaredTypes) -> Part {
        if let known = specifier(in: source) { return .specifier(known) }
        guard let declared = types.specifier(of: source) else { return .anySpecifier(likely: "%@") }
        return declared.isSure ? .specifier(declared.text) : .anySpecifier(likely: declared.text)
    }

    /// What the source of something filled in says about its specifier.
    private static func specifier(in source: String) -> String? {
        if let match = source.firstMatch(of: /specifier: "([^"]+)"/) { return String(match.1) }
        if source.contains(", format: ") { return "%@" }
        if source.hasSuffix(".count") { return "%lld" }
        if source.contains(/^(?:Format\.|String\()/) { return "%@" }
        return nil
    }
}
