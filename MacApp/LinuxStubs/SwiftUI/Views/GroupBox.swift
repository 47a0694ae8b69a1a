public struct GroupBox<Label: View, Content: View>: View {
    public typealias Body = Never

    let label: Label
    let content: Content

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.content = content()
    }
}

extension GroupBox where Label == EmptyView {
    public init(@ViewBuilder content: () -> Content) {
        self.init(content: content) { EmptyView() }
    }
}

extension GroupBox where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }
}

extension GroupBox: Primitive {
    package func update(_ element: Element) {
        if let style = element.environment.groupBoxStyle { return show(style, element) }
        element.show(label, at: "label")
        element.show(content, at: "content")
    }

    @MainActor
    private func show<S: GroupBoxStyle>(_ style: S, _ element: Element) {
        var inside = element.environment
        inside.groupBoxStyle = nil
        var style = style
        link(&style, to: element, prefix: "style.")
        element.show(
            style.makeBody(
                configuration: GroupBoxStyleConfiguration(
                    label: .init(content: label), content: .init(content: content))), at: "style", environment: inside)
    }

    package func nodes(_ element: Element) -> [Node] {
        if element.environment.groupBoxStyle != nil { return element.nodes }
        return [Node(.group, label: element.nodes(at: "label"), element.nodes(at: "content"), at: element)]
    }
}

@MainActor
@preconcurrency
public protocol GroupBoxStyle {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    typealias Configuration = GroupBoxStyleConfiguration
}

public struct GroupBoxStyleConfiguration {
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

extension GroupBoxStyleConfiguration.Label: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

extension GroupBoxStyleConfiguration.Content: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

public struct DefaultGroupBoxStyle: GroupBoxStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.content }
}

extension GroupBoxStyle where Self == DefaultGroupBoxStyle {
    public static var automatic: DefaultGroupBoxStyle { DefaultGroupBoxStyle() }
}

extension View {
    public func groupBoxStyle<S: GroupBoxStyle>(_ style: S) -> some View {
        inEnvironment(style) { $0.groupBoxStyle = style is any BuiltInStyle ? nil : style }
    }
}
