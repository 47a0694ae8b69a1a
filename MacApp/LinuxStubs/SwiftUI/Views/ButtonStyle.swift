@MainActor
@preconcurrency
public protocol ButtonStyle {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    typealias Configuration = ButtonStyleConfiguration
}

public struct ButtonStyleConfiguration {
    public struct Label: View {
        public typealias Body = Never

        let content: any View
    }

    public let role: ButtonRole?
    public let label: Label
    public let isPressed: Bool
}

extension ButtonStyleConfiguration.Label: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

@MainActor
@preconcurrency
public protocol PrimitiveButtonStyle {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    typealias Configuration = PrimitiveButtonStyleConfiguration
}

public struct PrimitiveButtonStyleConfiguration {
    public struct Label: View {
        public typealias Body = Never

        let content: any View
    }

    public let role: ButtonRole?
    public let label: Label
    let action: @MainActor () -> Void

    @MainActor
    public func trigger() {
        action()
    }
}

extension PrimitiveButtonStyleConfiguration.Label: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

/// Either kind of style that somebody wrote.
@MainActor
package protocol StyleOfButton {
    var bringsItsButton: Bool { get }

    func show(
        role: ButtonRole?, label: any View, action: @escaping @MainActor () -> Void, environment: EnvironmentValues,
        in element: Element)
}

private struct Styled<Style: ButtonStyle>: StyleOfButton {
    let style: Style

    var bringsItsButton: Bool { false }

    func show(
        role: ButtonRole?, label: any View, action: @escaping @MainActor () -> Void, environment: EnvironmentValues,
        in element: Element
    ) {
        var style = style
        link(&style, to: element, prefix: "style.")
        let configuration = ButtonStyleConfiguration(role: role, label: .init(content: label), isPressed: false)
        element.show(style.makeBody(configuration: configuration), at: "style", environment: environment)
    }
}

private struct PrimitivelyStyled<Style: PrimitiveButtonStyle>: StyleOfButton {
    let style: Style

    var bringsItsButton: Bool { true }

    func show(
        role: ButtonRole?, label: any View, action: @escaping @MainActor () -> Void, environment: EnvironmentValues,
        in element: Element
    ) {
        var style = style
        link(&style, to: element, prefix: "style.")
        let configuration = PrimitiveButtonStyleConfiguration(role: role, label: .init(content: label), action: action)
        element.show(style.makeBody(configuration: configuration), at: "style", environment: environment)
    }
}

extension View {
    public func buttonStyle<S: ButtonStyle>(_ style: S) -> some View {
        inEnvironment(style) { $0.buttonStyle = Styled(style: style) }
    }

    public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View {
        inEnvironment(style) { environment in
            environment.buttonStyle = style is any BuiltInStyle ? nil : PrimitivelyStyled(style: style)
        }.looks("buttonStyle", S.self)
    }

    public func buttonBorderShape(_ shape: ButtonBorderShape) -> some View { self }

    public func buttonRepeatBehavior(_ behavior: ButtonRepeatBehavior) -> some View { self }
}

public struct ButtonBorderShape: Equatable, Sendable {
    private let name: String

    public static let automatic = ButtonBorderShape(name: "automatic")
    public static let capsule = ButtonBorderShape(name: "capsule")
    public static let circle = ButtonBorderShape(name: "circle")
    public static let roundedRectangle = ButtonBorderShape(name: "roundedRectangle")

    public static func roundedRectangle(radius: CGFloat) -> ButtonBorderShape { .roundedRectangle }
}

public struct ButtonRepeatBehavior: Hashable, Sendable {
    private let name: String

    public static let automatic = ButtonRepeatBehavior(name: "automatic")
    public static let enabled = ButtonRepeatBehavior(name: "enabled")
    public static let disabled = ButtonRepeatBehavior(name: "disabled")
}
