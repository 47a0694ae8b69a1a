public struct Toggle<Label: View>: View {
    public typealias Body = Never

    let isOn: Binding<Bool>
    let label: Label

    public init(isOn: Binding<Bool>, @ViewBuilder label: () -> Label) {
        self.isOn = isOn
        self.label = label()
    }
}

extension Toggle where Label == Text {
    public init(_ titleKey: LocalizedStringKey, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { Text(title) }
    }
}

extension Toggle where Label == SwiftUI.Label<Text, Image> {
    public init(_ titleKey: LocalizedStringKey, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage: String, isOn: Binding<Bool>) {
        self.init(isOn: isOn) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}

extension Toggle where Label == ToggleStyleConfiguration.Label {
    public init(_ configuration: ToggleStyleConfiguration) {
        self.init(isOn: configuration.$isOn) { configuration.label }
    }
}

extension Toggle: Primitive {
    package func update(_ element: Element) {
        if let style = element.environment.toggleStyle {
            show(style, element)
        } else {
            element.show(label, at: "label")
        }
    }

    @MainActor
    private func show<S: ToggleStyle>(_ style: S, _ element: Element) {
        var inside = element.environment
        inside.toggleStyle = nil
        var style = style
        link(&style, to: element, prefix: "style.")
        let configuration = ToggleStyleConfiguration(label: .init(content: label), isOn: isOn, isMixed: false)
        element.show(style.makeBody(configuration: configuration), at: "style", environment: inside)
    }

    package func nodes(_ element: Element) -> [Node] {
        if element.environment.toggleStyle != nil { return element.nodes }
        let node = Node(.toggle, label: element.nodes, at: element)
        node.action = { isOn.wrappedValue.toggle() }
        node.accessibility.value = isOn.wrappedValue ? "on" : "off"
        return [node]
    }
}

@MainActor
@preconcurrency
public protocol ToggleStyle {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    typealias Configuration = ToggleStyleConfiguration
}

public struct ToggleStyleConfiguration {
    public struct Label: View {
        public typealias Body = Never

        let content: any View
    }

    public let label: Label
    @Binding public var isOn: Bool
    public var isMixed: Bool

    init(label: Label, isOn: Binding<Bool>, isMixed: Bool) {
        self.label = label
        _isOn = isOn
        self.isMixed = isMixed
    }
}

extension ToggleStyleConfiguration.Label: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

extension View {
    public func toggleStyle<S: ToggleStyle>(_ style: S) -> some View {
        inEnvironment(style) { $0.toggleStyle = style is any BuiltInStyle ? nil : style }
    }
}

public struct DefaultToggleStyle: ToggleStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}

extension ToggleStyle where Self == DefaultToggleStyle {
    public static var automatic: DefaultToggleStyle { DefaultToggleStyle() }
}

public struct SwitchToggleStyle: ToggleStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}

extension ToggleStyle where Self == SwitchToggleStyle {
    public static var `switch`: SwitchToggleStyle { SwitchToggleStyle() }
}

public struct CheckboxToggleStyle: ToggleStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}

extension ToggleStyle where Self == CheckboxToggleStyle {
    public static var checkbox: CheckboxToggleStyle { CheckboxToggleStyle() }
}

public struct ButtonToggleStyle: ToggleStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { Toggle(configuration) }
}

extension ToggleStyle where Self == ButtonToggleStyle {
    public static var button: ButtonToggleStyle { ButtonToggleStyle() }
}
