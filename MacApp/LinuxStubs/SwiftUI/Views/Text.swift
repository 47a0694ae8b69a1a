public struct Text: Equatable {
    private indirect enum Storage: Equatable {
        case verbatim(String)
        case localized(LocalizedStringKey, table: String?)
        case joined(Text, Text)
        case attributed(AttributedString)
    }

    private let storage: Storage
    /// What only a picture would show; the words are the same.
    private var looks: [Look] = []

    private struct Look: Equatable {
        let name: String
        let value: String
    }

    private init(_ storage: Storage) {
        self.storage = storage
    }

    public init(verbatim content: String) {
        self.init(.verbatim(content))
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ content: S) {
        self.init(.verbatim(String(content)))
    }

    public init(
        _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil, comment: StaticString? = nil
    ) {
        self.init(.localized(key, table: tableName))
    }

    @_disfavoredOverload
    public init(_ attributedContent: AttributedString) {
        self.init(.attributed(attributedContent))
    }

    public init<F: FormatStyle>(
        _ input: F.FormatInput, format: F
    ) where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init(.verbatim(format.format(input)))
    }

    /// Times here are as they are: no clock runs in a test.
    public init(_ date: Date, style: DateStyle) {
        self.init(.verbatim(date.formatted(style.format)))
    }

    public struct DateStyle: Equatable, Sendable {
        let format: Date.ISO8601FormatStyle

        public static let time = DateStyle(format: .iso8601.time(includingFractionalSeconds: false))
        public static let date = DateStyle(format: .iso8601.year().month().day())
        public static let relative = DateStyle(format: .iso8601)
        public static let offset = DateStyle(format: .iso8601)
        public static let timer = DateStyle(format: .iso8601)
    }

    public init(_ image: Image) {
        self.init(.verbatim(""))
    }

    public static func + (lhs: Text, rhs: Text) -> Text {
        Text(.joined(lhs, rhs))
    }

    package func resolved(in environment: EnvironmentValues) -> String {
        switch storage {
        case .verbatim(let text): text
        case .localized(let key, let table): environment.strings.text(key, table, in: environment)
        case .joined(let first, let second): first.resolved(in: environment) + second.resolved(in: environment)
        case .attributed(let text): String(text.characters)
        }
    }

    /// The pieces that are told apart by a look or a link of their own.
    private var pieces: [AttributedString] {
        switch storage {
        case .verbatim, .localized: []
        case .joined(let first, let second): first.pieces + second.pieces
        case .attributed(let text): text.runs.map { AttributedString(text[$0.range]) }
        }
    }

    @MainActor
    fileprivate func describe(_ node: Node) {
        for piece in pieces {
            let text = String(piece.characters)
            if let link = piece.link { node.links.append((text, link)) }
            if piece.backgroundColor != nil { node.looks.append(("marked", text)) }
            if let color = piece.foregroundColor { node.looks.append(("colored \(color)", text)) }
            if let font = piece.font { node.looks.append(("font \(font.description)", text)) }
            if piece.underlineStyle != nil { node.looks.append(("underlined", text)) }
            if piece.strikethroughStyle != nil { node.looks.append(("struck", text)) }
        }
    }

    fileprivate func looking(_ name: String, _ value: Any? = nil) -> Text {
        var text = self
        text.looks.append(Look(name: name, value: value.map { "\($0)" } ?? ""))
        return text
    }

    fileprivate var notes: [(name: String, value: String)] { looks.map { ($0.name, $0.value) } }
}

extension Text: @unchecked Sendable {}

extension Text: View {
    public typealias Body = Never
}

extension Text: Primitive {
    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.text, resolved(in: element.environment), at: element)
        node.looks = notes
        describe(node)
        return [node]
    }
}

extension Text {
    public enum Case: Hashable, Sendable { case uppercase, lowercase }

    public enum TruncationMode: Hashable, Sendable { case head, tail, middle }

    public struct Scale: Hashable, Sendable {
        private let name: String

        public static let `default` = Scale(name: "default")
        public static let secondary = Scale(name: "secondary")
    }

    public struct LineStyle: Hashable, Sendable {
        private let pattern: Pattern
        private let color: Color?

        public init(pattern: Pattern = .solid, color: Color? = nil) {
            self.pattern = pattern
            self.color = color
        }

        public static let single = LineStyle()

        public struct Pattern: Hashable, Sendable {
            private let name: String

            public static let solid = Pattern(name: "solid")
            public static let dot = Pattern(name: "dot")
            public static let dash = Pattern(name: "dash")
        }
    }

    // It stays text, as with SwiftUI, so that it can still be joined.
    public func font(_ font: Font?) -> Text { looking("font", font) }
    public func fontWeight(_ weight: Font.Weight?) -> Text { looking("weight", weight?.name) }
    public func fontWidth(_ width: Font.Width?) -> Text { self }
    public func fontDesign(_ design: Font.Design?) -> Text { looking("design", design) }
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> Text { looking("foregroundStyle", style) }
    public func foregroundColor(_ color: Color?) -> Text { looking("foregroundStyle", color) }
    public func bold() -> Text { looking("weight", "bold") }
    public func bold(_ isActive: Bool) -> Text { isActive ? bold() : self }
    public func italic() -> Text { looking("italic") }
    public func italic(_ isActive: Bool) -> Text { isActive ? italic() : self }
    public func monospaced(_ isActive: Bool = true) -> Text { isActive ? looking("design", "monospaced") : self }
    public func monospacedDigit() -> Text { self }
    public func kerning(_ kerning: CGFloat) -> Text { self }
    public func tracking(_ tracking: CGFloat) -> Text { self }
    public func baselineOffset(_ baselineOffset: CGFloat) -> Text { self }
    public func textScale(_ scale: Scale, isEnabled: Bool = true) -> Text { self }

    public func underline(
        _ isActive: Bool = true, pattern: LineStyle.Pattern = .solid, color: Color? = nil
    ) -> Text { self }

    public func strikethrough(
        _ isActive: Bool = true, pattern: LineStyle.Pattern = .solid, color: Color? = nil
    ) -> Text { self }
}

extension View {
    public func textCase(_ textCase: Text.Case?) -> some View {
        inEnvironment(textCase) { $0.textCase = textCase }
    }

    public func truncationMode(_ mode: Text.TruncationMode) -> some View {
        inEnvironment(mode) { $0.truncationMode = mode }
    }

    public func textSelection<S: TextSelectability>(_ selectability: S) -> some View {
        looks("textSelection", S.allowsSelection)
    }
}

public protocol TextSelectability {
    static var allowsSelection: Bool { get }
}

public struct EnabledTextSelectability: TextSelectability {
    public static var allowsSelection: Bool { true }
}

public struct DisabledTextSelectability: TextSelectability {
    public static var allowsSelection: Bool { false }
}

extension TextSelectability where Self == EnabledTextSelectability {
    public static var enabled: EnabledTextSelectability { EnabledTextSelectability() }
}

extension TextSelectability where Self == DisabledTextSelectability {
    public static var disabled: DisabledTextSelectability { DisabledTextSelectability() }
}
