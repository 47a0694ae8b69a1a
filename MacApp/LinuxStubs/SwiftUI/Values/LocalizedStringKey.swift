/// A key of the string catalogue, with what is filled in. The key of an interpolated literal has format specifiers, as
/// Xcode writes them into the catalogue.
public struct LocalizedStringKey: Equatable, ExpressibleByStringInterpolation {
    package enum Argument: Equatable {
        case text(String)
        case integer(Int64)
        case unsigned(UInt64)
        case number(Double)
        case view(Text)
    }

    package let key: String
    package let arguments: [Argument]

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

    public struct StringInterpolation: StringInterpolationProtocol {
        var key = ""
        var arguments: [Argument] = []

        public init(literalCapacity: Int, interpolationCount: Int) {
            key.reserveCapacity(literalCapacity)
        }

        public mutating func appendLiteral(_ literal: String) {
            key += literal.replacingOccurrences(of: "%", with: "%%")
        }

        public mutating func appendInterpolation(_ string: String) {
            append("%@", .text(string))
        }

        public mutating func appendInterpolation(_ text: Text) {
            append("%@", .view(text))
        }

        public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T) {
            append(T.specifier, value.argument)
        }

        public mutating func appendInterpolation<T: _FormatSpecifiable>(_ value: T, specifier: String) {
            append(specifier, value.argument)
        }

        public mutating func appendInterpolation<F: FormatStyle>(
            _ input: F.FormatInput, format: F
        ) where F.FormatInput: Equatable, F.FormatOutput == String {
            append("%@", .text(format.format(input)))
        }

        private mutating func append(_ specifier: String, _ argument: Argument) {
            key += specifier
            arguments.append(argument)
        }
    }
}

extension LocalizedStringKey: @unchecked Sendable {}

/// What may stand in a literal by itself: text and numbers, and nothing else.
public protocol _FormatSpecifiable: Equatable {}

extension _FormatSpecifiable {
    static var specifier: String {
        switch self {
        case is Int.Type, is Int64.Type: "%lld"
        case is UInt.Type, is UInt64.Type: "%llu"
        case is Int8.Type, is Int16.Type, is Int32.Type: "%d"
        case is UInt8.Type, is UInt16.Type, is UInt32.Type: "%u"
        case is Float.Type: "%f"
        default: "%lf"
        }
    }

    var argument: LocalizedStringKey.Argument {
        switch self {
        case let value as any SignedInteger: .integer(Int64(value))
        case let value as any UnsignedInteger: .unsigned(UInt64(value))
        case let value as Float: .number(Double(value))
        case let value as CGFloat: .number(Double(value))
        default: .number(self as? Double ?? 0)
        }
    }
}

extension Int: _FormatSpecifiable {}
extension Int8: _FormatSpecifiable {}
extension Int16: _FormatSpecifiable {}
extension Int32: _FormatSpecifiable {}
extension Int64: _FormatSpecifiable {}
extension UInt: _FormatSpecifiable {}
extension UInt8: _FormatSpecifiable {}
extension UInt16: _FormatSpecifiable {}
extension UInt32: _FormatSpecifiable {}
extension UInt64: _FormatSpecifiable {}
extension Float: _FormatSpecifiable {}
extension Double: _FormatSpecifiable {}
extension CGFloat: _FormatSpecifiable {}
