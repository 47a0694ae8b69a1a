#if os(Linux)
    import Foundation
    import StringCatalogue

    // `String(localized:)` as Foundation has it on a Mac and has it not on Linux. There it reads what was made of the
    // string catalogue and lies in the app; here, where only tests run, the catalogue in the checkout.

    extension String {
        public init(
            localized keyAndValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
            locale: Locale = Region.locale, comment: StaticString? = nil
        ) {
            self = keyAndValue.text(key: keyAndValue.key, table, locale)
        }

        public init(
            localized key: StaticString, defaultValue: LocalizationValue, table: String? = nil, bundle: Bundle? = nil,
            locale: Locale = Region.locale, comment: StaticString? = nil
        ) {
            self = defaultValue.text(key: key.description, table, locale)
        }

        /// A key of the catalogue with what is filled in; `%` of an interpolated literal is doubled, as it is a format.
        public struct LocalizationValue: ExpressibleByStringInterpolation, Sendable {
            fileprivate let key: String
            fileprivate let arguments: StringCatalogue.Arguments

            public init(_ value: String) {
                key = value
                arguments = []
            }

            public init(stringLiteral value: String) {
                self.init(value)
            }

            public init(stringInterpolation: StringInterpolation) {
                key = stringInterpolation.key
                arguments = stringInterpolation.arguments
            }

            fileprivate func text(key: String, _ table: String?, _ locale: Locale) -> String {
                let format = Localization.lookup(key, table, arguments) ?? self.key
                return arguments.isEmpty ? format : String(format: format, locale: locale, arguments: arguments)
            }

            public struct StringInterpolation: StringInterpolationProtocol, Sendable {
                fileprivate var key = ""
                fileprivate var arguments: StringCatalogue.Arguments = []

                public init(literalCapacity: Int, interpolationCount: Int) {
                    key.reserveCapacity(literalCapacity)
                }

                public mutating func appendLiteral(_ literal: String) {
                    key += literal.replacing("%", with: "%%")
                }

                public mutating func appendInterpolation(_ string: String) { append("%@", string) }
                public mutating func appendInterpolation(_ substring: Substring) { append("%@", String(substring)) }

                public mutating func appendInterpolation<T: SpecifiedNumber>(_ value: T) {
                    append(T.specifier, value)
                }

                public mutating func appendInterpolation<T: SpecifiedNumber>(_ value: T, specifier: String) {
                    append(specifier, value)
                }

                public mutating func appendInterpolation<F: FormatStyle>(
                    _ value: F.FormatInput, format: F
                ) where F.FormatInput: Equatable, F.FormatOutput == String {
                    append("%@", format.locale(Region.locale).format(value))
                }

                private mutating func append(_ specifier: String, _ argument: any CVarArg & Sendable) {
                    key += specifier
                    arguments.append(argument)
                }
            }
        }
    }

    /// What may stand in a localized literal besides text. Foundation calls it `_FormatSpecifiable`.
    public protocol SpecifiedNumber: CVarArg, Sendable {
        static var specifier: String { get }
    }

    extension Int: SpecifiedNumber { public static var specifier: String { "%lld" } }
    extension Int8: SpecifiedNumber { public static var specifier: String { "%d" } }
    extension Int16: SpecifiedNumber { public static var specifier: String { "%d" } }
    extension Int32: SpecifiedNumber { public static var specifier: String { "%d" } }
    extension Int64: SpecifiedNumber { public static var specifier: String { "%lld" } }
    extension UInt: SpecifiedNumber { public static var specifier: String { "%llu" } }
    extension UInt8: SpecifiedNumber { public static var specifier: String { "%u" } }
    extension UInt16: SpecifiedNumber { public static var specifier: String { "%u" } }
    extension UInt32: SpecifiedNumber { public static var specifier: String { "%u" } }
    extension UInt64: SpecifiedNumber { public static var specifier: String { "%llu" } }
    extension Float: SpecifiedNumber { public static var specifier: String { "%f" } }
    extension Double: SpecifiedNumber { public static var specifier: String { "%lf" } }

    /// The language that tests are shown.
    public enum Localization {
        /// The format for a key of a table (`nil` is the app's only one), with plurals chosen for what is filled in;
        /// `nil` to use the key.
        public typealias Lookup =
            @Sendable (
                _ key: String, _ table: String?, _ arguments: StringCatalogue.Arguments
            ) -> String?

        @TaskLocal public static var lookup: Lookup = look("en")

        /// The app's own catalogue, empty if it cannot be read.
        public static let catalogue: StringCatalogue = {
            let file = URL(filePath: #filePath).deletingLastPathComponent()
                .appending(path: "../../Resources/Localizable.xcstrings")
            return (try? StringCatalogue(contentsOf: file)) ?? StringCatalogue()
        }()

        /// What the catalogue says in a language.
        public static func look(_ language: String) -> Lookup {
            { key, table, arguments in
                table == nil ? catalogue.format(key, in: language, arguments) : nil
            }
        }

        /// Runs a test in one of the app's languages: its words and its numbers.
        public static func speaking<Result>(
            _ language: String, _ body: () throws -> Result
        ) rethrows -> Result {
            try $lookup.withValue(look(language)) {
                try Region.$locale.withValue(Locale(identifier: language), operation: body)
            }
        }

        public static func speaking<Result>(
            _ language: String, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
        ) async rethrows -> Result {
            try await $lookup.withValue(look(language)) {
                try await Region.$locale.withValue(Locale(identifier: language), operation: body)
            }
        }
    }
#endif
