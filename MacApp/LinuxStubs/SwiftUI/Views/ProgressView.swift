public struct ProgressView<Label: View, CurrentValueLabel: View>: View {
    public typealias Body = Never

    let fraction: Double?
    let label: Label?
    let current: CurrentValueLabel?
}

extension ProgressView where CurrentValueLabel == EmptyView {
    public init() where Label == EmptyView {
        self.init(fraction: nil, label: nil, current: nil)
    }

    public init(@ViewBuilder label: () -> Label) {
        self.init(fraction: nil, label: label(), current: nil)
    }

    public init(_ titleKey: LocalizedStringKey) where Label == Text {
        self.init(fraction: nil, label: Text(titleKey), current: nil)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S) where Label == Text {
        self.init(fraction: nil, label: Text(title), current: nil)
    }

    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0) where Label == EmptyView {
        self.init(fraction: value.map { Double($0 / total) }, label: nil, current: nil)
    }

    public init<V: BinaryFloatingPoint>(value: V?, total: V = 1.0, @ViewBuilder label: () -> Label) {
        self.init(fraction: value.map { Double($0 / total) }, label: label(), current: nil)
    }

    public init<V: BinaryFloatingPoint>(
        _ titleKey: LocalizedStringKey, value: V?, total: V = 1.0
    ) where Label == Text {
        self.init(fraction: value.map { Double($0 / total) }, label: Text(titleKey), current: nil)
    }

    @_disfavoredOverload
    public init<S: StringProtocol, V: BinaryFloatingPoint>(_ title: S, value: V?, total: V = 1.0) where Label == Text {
        self.init(fraction: value.map { Double($0 / total) }, label: Text(title), current: nil)
    }
}

extension ProgressView {
    public init<V: BinaryFloatingPoint>(
        value: V?, total: V = 1.0, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) {
        self.init(fraction: value.map { Double($0 / total) }, label: label(), current: currentValueLabel())
    }
}

extension ProgressView: Primitive {
    package func update(_ element: Element) {
        if let style = element.environment.progressViewStyle {
            show(style, element)
        } else {
            element.show(label, at: "label")
            element.show(current, at: "current")
        }
    }

    @MainActor
    private func show<S: ProgressViewStyle>(_ style: S, _ element: Element) {
        var inside = element.environment
        inside.progressViewStyle = nil
        var style = style
        link(&style, to: element, prefix: "style.")
        element.show(
            style.makeBody(
                configuration: ProgressViewStyleConfiguration(
                    label: label.map { .init(content: $0) }, currentValueLabel: current.map { .init(content: $0) },
                    fractionCompleted: fraction)), at: "style", environment: inside)
    }

    package func nodes(_ element: Element) -> [Node] {
        if element.environment.progressViewStyle != nil { return element.nodes }
        let current = element.nodes(at: "current")
        let node = Node(.progress, label: element.nodes(at: "label"), current, at: element)
        node.accessibility.value =
            current.isEmpty ? fraction.map { "\(Int(($0 * 100).rounded())) %" } : current.map(\.words).joined()
        return [node]
    }
}

@MainActor
@preconcurrency
public protocol ProgressViewStyle {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    typealias Configuration = ProgressViewStyleConfiguration
}

public struct ProgressViewStyleConfiguration {
    public struct Label: View {
        public typealias Body = Never

        let content: any View
    }

    public struct CurrentValueLabel: View {
        public typealias Body = Never

        let content: any View
    }

    public let label: Label?
    public let currentValueLabel: CurrentValueLabel?
    public let fractionCompleted: Double?
}

extension ProgressViewStyleConfiguration.Label: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

extension ProgressViewStyleConfiguration.CurrentValueLabel: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

public struct DefaultProgressViewStyle: ProgressViewStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        ProgressView(value: configuration.fractionCompleted)
    }
}

extension ProgressViewStyle where Self == DefaultProgressViewStyle {
    public static var automatic: DefaultProgressViewStyle { DefaultProgressViewStyle() }
}

public struct LinearProgressViewStyle: ProgressViewStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        ProgressView(value: configuration.fractionCompleted)
    }
}

extension ProgressViewStyle where Self == LinearProgressViewStyle {
    public static var linear: LinearProgressViewStyle { LinearProgressViewStyle() }
}

public struct CircularProgressViewStyle: ProgressViewStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View {
        ProgressView(value: configuration.fractionCompleted)
    }
}

extension ProgressViewStyle where Self == CircularProgressViewStyle {
    public static var circular: CircularProgressViewStyle { CircularProgressViewStyle() }
}

extension View {
    public func progressViewStyle<S: ProgressViewStyle>(_ style: S) -> some View {
        inEnvironment(style) { $0.progressViewStyle = style is any BuiltInStyle ? nil : style }
    }
}
