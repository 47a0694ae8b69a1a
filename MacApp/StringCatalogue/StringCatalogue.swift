import Foundation

/// A string catalogue as Xcode keeps it (`.xcstrings`), of which this app uses plain strings, plurals and substitutions.
public struct StringCatalogue: Codable, Equatable, Sendable {
    public var sourceLanguage = "en"
    public var strings: [String: Entry] = [:]
    public var version = "1.0"

    public struct Entry: Codable, Equatable, Sendable {
        /// For the translator.
        public var comment: String?
        public var extractionState: String?
        public var localizations: [String: Localization]?
        public var shouldTranslate: Bool?

        public init() {}
    }

    public struct Localization: Codable, Equatable, Sendable {
        public var stringUnit: Unit?
        public var substitutions: [String: Substitution]?
        public var variations: Variations?

        public init(_ text: String? = nil) {
            stringUnit = text.map { Unit(value: $0) }
        }
    }

    public struct Unit: Codable, Equatable, Sendable {
        public var state = "translated"
        public var value: String

        public init(state: String = "translated", value: String) {
            self.state = state
            self.value = value
        }
    }

    /// What stands for one number and its noun in a string with several arguments: `%#@name@`.
    public struct Substitution: Codable, Equatable, Sendable {
        public var argNum: Int?
        public var formatSpecifier: String
        public var variations: Variations
    }

    public struct Variations: Codable, Equatable, Sendable {
        /// By the names of CLDR.
        public var plural: [String: Form]?

        public init(plural: [String: String]) {
            self.plural = plural.mapValues { Form(stringUnit: Unit(value: $0)) }
        }
    }

    public struct Form: Codable, Equatable, Sendable {
        public var stringUnit: Unit
    }

    public init() {}

    public init(_ data: Data) throws {
        self = try JSONDecoder().decode(StringCatalogue.self, from: data)
    }

    public init(contentsOf url: URL) throws {
        try self.init(Data(contentsOf: url))
    }
}
