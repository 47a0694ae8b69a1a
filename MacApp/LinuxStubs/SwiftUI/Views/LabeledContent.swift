public struct LabeledContent<Label, Content> {
    let label: Label
    let content: Content
}

extension LabeledContent: View where Label: View, Content: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.init(label: label(), content: content())
    }
}

extension LabeledContent where Label == Text, Content: View {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(label: Text(titleKey), content: content())
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(label: Text(title), content: content())
    }
}

extension LabeledContent where Label == Text, Content == Text {
    public init<S: StringProtocol>(_ titleKey: LocalizedStringKey, value: S) {
        self.init(label: Text(titleKey), content: Text(value))
    }

    @_disfavoredOverload
    public init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {
        self.init(label: Text(title), content: Text(value))
    }

    public init<F: FormatStyle>(
        _ titleKey: LocalizedStringKey, value: F.FormatInput, format: F
    ) where F.FormatInput: Equatable, F.FormatOutput == String {
        self.init(label: Text(titleKey), content: Text(value, format: format))
    }
}

extension LabeledContent: Primitive where Label: View, Content: View {
    package func update(_ element: Element) {
        if let style = element.environment.labeledContentStyle { return show(style, element) }
        element.show(label, at: "label")
        element.show(content, at: "content")
    }

    @MainActor
    private func show<S: LabeledContentStyle>(_ style: S, _ element: Element) {
        var inside = element.environment
        inside.labeledContentStyle = nil
        var style = style
        link(&style, to: element, prefix: "style.")
        element.show(
            style.makeBody(
                configuration: LabeledContentStyleConfiguration(
                    label: .init(content: label), content: .init(content: content))), at: "style", environment: inside)
    }

    package func nodes(_ element: Element) -> [Node] {
        if element.environment.labeledContentStyle != nil { return element.nodes }
        let node = Node(.labeled, label: element.nodes(at: "label"), element.nodes(at: "content"), at: element)
        node.accessibility.value = node.children.map(\.words).joined(separator: " ")
        return [node]
    }
}

@MainActor
@preconcurrency
public protocol LabeledContentStyle {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    typealias Configuration = LabeledContentStyleConfiguration
}

public struct LabeledContentStyleConfiguration {
    public struct Label: View {
        public typealias Body = Never

        let content: any View
    }

    public struct Content: View {
        public typealias Body = Never

        let content: any View
    }

    public let label: Label
    public let content: Content
}

extension LabeledContentStyleConfiguration.Label: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

extension LabeledContentStyleConfiguration.Content: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

public struct AutomaticLabeledContentStyle: LabeledContentStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.content }
}

extension LabeledContentStyle where Self == AutomaticLabeledContentStyle {
    public static var automatic: AutomaticLabeledContentStyle { AutomaticLabeledContentStyle() }
}

extension View {
    public func labeledContentStyle<S: LabeledContentStyle>(_ style: S) -> some View {
        inEnvironment(style) { $0.labeledContentStyle = style is any BuiltInStyle ? nil : style }
    }
}
