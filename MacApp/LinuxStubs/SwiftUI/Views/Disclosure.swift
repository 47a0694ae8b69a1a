public struct DisclosureGroup<Label: View, Content: View>: View {
    @State private var isOpen = false
    private let isExpanded: Binding<Bool>?
    private let content: () -> Content
    private let label: Label

    public init(@ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label) {
        isExpanded = nil
        self.content = content
        self.label = label()
    }

    public init(
        isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content, @ViewBuilder label: () -> Label
    ) {
        self.isExpanded = isExpanded
        self.content = content
        self.label = label()
    }

    public var body: some View {
        Disclosing(label: label, content: content, isExpanded: isExpanded ?? $isOpen)
    }
}

extension DisclosureGroup where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ label: S, @ViewBuilder content: @escaping () -> Content) {
        self.init(content: content) { Text(label) }
    }

    public init(
        _ titleKey: LocalizedStringKey, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(isExpanded: isExpanded, content: content) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ label: S, isExpanded: Binding<Bool>, @ViewBuilder content: @escaping () -> Content
    ) {
        self.init(isExpanded: isExpanded, content: content) { Text(label) }
    }
}

/// What is folded away is not made at all.
private struct Disclosing<Label: View, Content: View>: View {
    typealias Body = Never

    let label: Label
    let content: () -> Content
    let isExpanded: Binding<Bool>
}

extension Disclosing: Primitive {
    package func update(_ element: Element) {
        if let style = element.environment.disclosureGroupStyle { return show(style, element) }
        element.show(label, at: "label")
        if isExpanded.wrappedValue { element.show(content(), at: "content") }
    }

    @MainActor
    private func show<S: DisclosureGroupStyle>(_ style: S, _ element: Element) {
        var inside = element.environment
        inside.disclosureGroupStyle = nil
        var style = style
        link(&style, to: element, prefix: "style.")
        element.show(
            style.makeBody(
                configuration: DisclosureGroupStyleConfiguration(
                    label: .init(content: label), content: .init(content: content()), isExpanded: isExpanded)),
            at: "style", environment: inside)
    }

    package func nodes(_ element: Element) -> [Node] {
        if element.environment.disclosureGroupStyle != nil { return element.nodes }
        let node = Node(.disclosure, label: element.nodes(at: "label"), element.nodes(at: "content"), at: element)
        node.isExpanded = isExpanded
        node.accessibility.value = isExpanded.wrappedValue ? "expanded" : "collapsed"
        node.action = { isExpanded.wrappedValue.toggle() }
        return [node]
    }
}

@MainActor
@preconcurrency
public protocol DisclosureGroupStyle {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    typealias Configuration = DisclosureGroupStyleConfiguration
}

public struct DisclosureGroupStyleConfiguration {
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
    @Binding public var isExpanded: Bool

    init(label: Label, content: Content, isExpanded: Binding<Bool>) {
        self.label = label
        self.content = content
        _isExpanded = isExpanded
    }
}

extension DisclosureGroupStyleConfiguration.Label: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

extension DisclosureGroupStyleConfiguration.Content: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

public struct AutomaticDisclosureGroupStyle: DisclosureGroupStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension DisclosureGroupStyle where Self == AutomaticDisclosureGroupStyle {
    public static var automatic: AutomaticDisclosureGroupStyle { AutomaticDisclosureGroupStyle() }
}

extension View {
    public func disclosureGroupStyle<S: DisclosureGroupStyle>(_ style: S) -> some View {
        inEnvironment(style) { $0.disclosureGroupStyle = style is any BuiltInStyle ? nil : style }
    }
}
