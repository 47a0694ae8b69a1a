open class NSAppearance: NSObject, @unchecked Sendable {
    public struct Name: Hashable, RawRepresentable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public init(_ rawValue: String) {
            self.rawValue = rawValue
        }

        public static let aqua = Name("NSAppearanceNameAqua")
        public static let darkAqua = Name("NSAppearanceNameDarkAqua")
    }

    public let name: Name

    public init?(named name: Name) {
        self.name = name
    }
}
