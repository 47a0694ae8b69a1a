public struct Font: Hashable, Sendable {
    public enum TextStyle: CaseIterable, Hashable, Sendable {
        case largeTitle, title, title2, title3, headline, subheadline, body, callout, footnote, caption, caption2
    }

    public struct Weight: Hashable, Sendable {
        let name: String

        public static let ultraLight = Weight(name: "ultraLight")
        public static let thin = Weight(name: "thin")
        public static let light = Weight(name: "light")
        public static let regular = Weight(name: "regular")
        public static let medium = Weight(name: "medium")
        public static let semibold = Weight(name: "semibold")
        public static let bold = Weight(name: "bold")
        public static let heavy = Weight(name: "heavy")
        public static let black = Weight(name: "black")
    }

    public struct Width: Hashable, Sendable {
        public var value: CGFloat

        public init(_ value: CGFloat) {
            self.value = value
        }

        public static let compressed = Width(0.7)
        public static let condensed = Width(0.8)
        public static let standard = Width(1)
        public static let expanded = Width(1.2)
    }

    public enum Design: Hashable, Sendable {
        case `default`, serif, rounded, monospaced
    }

    public enum Leading: Hashable, Sendable {
        case standard, tight, loose
    }

    private let name: String
    private let traits: [String]

    private init(_ name: String, _ traits: [String] = []) {
        self.name = name
        self.traits = traits
    }

    public static let largeTitle = Font("largeTitle")
    public static let title = Font("title")
    public static let title2 = Font("title2")
    public static let title3 = Font("title3")
    public static let headline = Font("headline")
    public static let subheadline = Font("subheadline")
    public static let body = Font("body")
    public static let callout = Font("callout")
    public static let footnote = Font("footnote")
    public static let caption = Font("caption")
    public static let caption2 = Font("caption2")

    public static func system(_ style: TextStyle, design: Design? = nil, weight: Weight? = nil) -> Font {
        Font("\(style)", ["\(design ?? .default)", weight?.name ?? ""])
    }

    public static func system(size: CGFloat, weight: Weight? = nil, design: Design? = nil) -> Font {
        Font("system \(size)", ["\(design ?? .default)", weight?.name ?? ""])
    }

    public static func custom(_ name: String, size: CGFloat) -> Font {
        Font("\(name) \(size)")
    }

    public static func custom(_ name: String, size: CGFloat, relativeTo textStyle: TextStyle) -> Font {
        Font("\(name) \(size) \(textStyle)")
    }

    public static func custom(_ name: String, fixedSize: CGFloat) -> Font {
        Font("\(name) \(fixedSize) fixed")
    }

    public func italic() -> Font { with("italic") }
    public func smallCaps() -> Font { with("smallCaps") }
    public func monospacedDigit() -> Font { with("monospacedDigit") }
    public func weight(_ weight: Weight) -> Font { with(weight.name) }
    public func width(_ width: Width) -> Font { with("width \(width.value)") }
    public func bold() -> Font { with("bold") }
    public func monospaced() -> Font { with("monospaced") }
    public func leading(_ leading: Leading) -> Font { with("\(leading)") }

    /// For tests alone.
    var description: String { ([name] + traits.filter { !$0.isEmpty && $0 != "default" }).joined(separator: " ") }

    private func with(_ trait: String) -> Font {
        Font(name, traits + [trait])
    }
}
