public struct Gauge<Label: View, CurrentValueLabel: View, BoundsLabel: View, MarkedValueLabels: View>: View {
    public typealias Body = Never

    let value: Double
    let fraction: Double
    let label: Label
    let current: CurrentValueLabel?
    let minimum: BoundsLabel?
    let maximum: BoundsLabel?
}

extension Gauge {
    private init<V: BinaryFloatingPoint>(
        _ value: V, _ bounds: ClosedRange<V>, _ label: Label, _ current: CurrentValueLabel?, _ minimum: BoundsLabel?,
        _ maximum: BoundsLabel?
    ) {
        self.value = Double(value)
        let span = Double(bounds.upperBound - bounds.lowerBound)
        // A gauge shows no more than is in its range, whatever the value.
        fraction = span > 0 ? min(max(Double(value - bounds.lowerBound) / span, 0), 1) : 0
        self.label = label
        self.current = current
        self.minimum = minimum
        self.maximum = maximum
    }

    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label
    ) where CurrentValueLabel == EmptyView, BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
        self.init(value, bounds, label(), nil, nil, nil)
    }

    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel
    ) where BoundsLabel == EmptyView, MarkedValueLabels == EmptyView {
        self.init(value, bounds, label(), currentValueLabel(), nil, nil)
    }

    public init<V: BinaryFloatingPoint>(
        value: V, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder currentValueLabel: () -> CurrentValueLabel, @ViewBuilder minimumValueLabel: () -> BoundsLabel,
        @ViewBuilder maximumValueLabel: () -> BoundsLabel
    ) where MarkedValueLabels == EmptyView {
        self.init(value, bounds, label(), currentValueLabel(), minimumValueLabel(), maximumValueLabel())
    }
}

extension Gauge: Primitive {
    package func update(_ element: Element) {
        if let style = element.environment.gaugeStyle { return show(style, element) }
        element.show(label, at: "label")
        element.show(current, at: "current")
        element.show(minimum, at: "minimum")
        element.show(maximum, at: "maximum")
    }

    @MainActor
    private func show<S: GaugeStyle>(_ style: S, _ element: Element) {
        var inside = element.environment
        inside.gaugeStyle = nil
        var style = style
        link(&style, to: element, prefix: "style.")
        element.show(
            style.makeBody(
                configuration: GaugeStyleConfiguration(
                    value: fraction, label: .init(content: label),
                    currentValueLabel: current.map { .init(content: $0) })), at: "style", environment: inside)
    }

    package func nodes(_ element: Element) -> [Node] {
        if element.environment.gaugeStyle != nil { return element.nodes }
        let current = element.nodes(at: "current")
        let node = Node(
            .gauge, label: element.nodes(at: "label"),
            current + element.nodes(at: "minimum") + element.nodes(at: "maximum"), at: element)
        node.accessibility.value =
            current.isEmpty ? "\(Int((fraction * 100).rounded())) %" : current.map(\.words).joined()
        return [node]
    }
}

@MainActor
@preconcurrency
public protocol GaugeStyle {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    typealias Configuration = GaugeStyleConfiguration
}

public struct GaugeStyleConfiguration {
    public struct Label: View {
        public typealias Body = Never

        let content: any View
    }

    public struct CurrentValueLabel: View {
        public typealias Body = Never

        let content: any View
    }

    public var value: Double
    public var label: Label
    public var currentValueLabel: CurrentValueLabel?
}

extension GaugeStyleConfiguration.Label: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

extension GaugeStyleConfiguration.CurrentValueLabel: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

public struct DefaultGaugeStyle: GaugeStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension GaugeStyle where Self == DefaultGaugeStyle {
    public static var automatic: DefaultGaugeStyle { DefaultGaugeStyle() }
}

public struct LinearCapacityGaugeStyle: GaugeStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension GaugeStyle where Self == LinearCapacityGaugeStyle {
    public static var linearCapacity: LinearCapacityGaugeStyle { LinearCapacityGaugeStyle() }
}

public struct AccessoryCircularGaugeStyle: GaugeStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension GaugeStyle where Self == AccessoryCircularGaugeStyle {
    public static var accessoryCircular: AccessoryCircularGaugeStyle { AccessoryCircularGaugeStyle() }
}

public struct AccessoryCircularCapacityGaugeStyle: GaugeStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension GaugeStyle where Self == AccessoryCircularCapacityGaugeStyle {
    public static var accessoryCircularCapacity: AccessoryCircularCapacityGaugeStyle {
        AccessoryCircularCapacityGaugeStyle()
    }
}

public struct AccessoryLinearGaugeStyle: GaugeStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension GaugeStyle where Self == AccessoryLinearGaugeStyle {
    public static var accessoryLinear: AccessoryLinearGaugeStyle { AccessoryLinearGaugeStyle() }
}

public struct AccessoryLinearCapacityGaugeStyle: GaugeStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.label }
}

extension GaugeStyle where Self == AccessoryLinearCapacityGaugeStyle {
    public static var accessoryLinearCapacity: AccessoryLinearCapacityGaugeStyle { AccessoryLinearCapacityGaugeStyle() }
}

extension View {
    public func gaugeStyle<S: GaugeStyle>(_ style: S) -> some View {
        inEnvironment(style) { $0.gaugeStyle = style is any BuiltInStyle ? nil : style }
    }
}
