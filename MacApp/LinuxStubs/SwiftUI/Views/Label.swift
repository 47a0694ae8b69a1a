public struct Label<Title, Icon> {
    let title: Title
    let icon: Icon
}

extension Label: View where Title: View, Icon: View {
    public typealias Body = Never

    public init(@ViewBuilder title: () -> Title, @ViewBuilder icon: () -> Icon) {
        self.init(title: title(), icon: icon())
    }
}

extension Label where Title == Text, Icon == Image {
    public init(_ titleKey: LocalizedStringKey, image name: String) {
        self.init(title: Text(titleKey), icon: Image(name))
    }

    public init(_ titleKey: LocalizedStringKey, systemImage name: String) {
        self.init(title: Text(titleKey), icon: Image(systemName: name))
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, image name: String) {
        self.init(title: Text(title), icon: Image(name))
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage name: String) {
        self.init(title: Text(title), icon: Image(systemName: name))
    }
}

extension Label where Title == LabelStyleConfiguration.Title, Icon == LabelStyleConfiguration.Icon {
    public init(_ configuration: LabelStyleConfiguration) {
        self.init(title: configuration.title, icon: configuration.icon)
    }
}

extension Label: Primitive where Title: View, Icon: View {
    package func update(_ element: Element) {
        if let style = element.environment.labelStyle, !(style is any BuiltInStyle) {
            let configuration = LabelStyleConfiguration(
                title: .init(content: title), icon: .init(content: icon))
            var inside = element.environment
            inside.labelStyle = nil
            show(style, configuration, inside, element)
        } else {
            element.show(icon, at: "icon")
            element.show(title, at: "title")
        }
    }

    @MainActor
    private func show<S: LabelStyle>(
        _ style: S, _ configuration: LabelStyleConfiguration, _ inside: EnvironmentValues, _ element: Element
    ) {
        var style = style
        link(&style, to: element, prefix: "style.")
        element.show(style.makeBody(configuration: configuration), at: "style", environment: inside)
    }

    package func nodes(_ element: Element) -> [Node] {
        let styled = element.nodes(at: "style")
        if !styled.isEmpty { return styled }
        let icon = element.nodes(at: "icon")
        for node in icon { node.accessibility.isHidden = true }
        let title = element.nodes(at: "title")
        let node = Node(.label, icon + title, at: element)
        // A title that is not shown is still read aloud.
        if element.environment.labelStyle is IconOnlyLabelStyle {
            node.accessibility.label = title.map(\.words).joined(separator: " ")
            node.children = icon
        } else if element.environment.labelStyle is TitleOnlyLabelStyle {
            node.children = title
        }
        return [node]
    }
}

public struct LabelStyleConfiguration {
    public struct Title: View {
        public typealias Body = Never

        let content: any View
    }

    public struct Icon: View {
        public typealias Body = Never

        let content: any View
    }

    public let title: Title
    public let icon: Icon
}

extension LabelStyleConfiguration.Title: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

extension LabelStyleConfiguration.Icon: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }
}

@MainActor
@preconcurrency
public protocol LabelStyle {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func makeBody(configuration: Self.Configuration) -> Self.Body
    typealias Configuration = LabelStyleConfiguration
}

/// A style of Apple's, which is not drawn here.
protocol BuiltInStyle {}

public struct DefaultLabelStyle: LabelStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { Label(configuration) }
}

public struct IconOnlyLabelStyle: LabelStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.icon }
}

public struct TitleOnlyLabelStyle: LabelStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { configuration.title }
}

public struct TitleAndIconLabelStyle: LabelStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { Label(configuration) }
}

extension LabelStyle where Self == DefaultLabelStyle {
    public static var automatic: DefaultLabelStyle { DefaultLabelStyle() }
}

extension LabelStyle where Self == IconOnlyLabelStyle {
    public static var iconOnly: IconOnlyLabelStyle { IconOnlyLabelStyle() }
}

extension LabelStyle where Self == TitleOnlyLabelStyle {
    public static var titleOnly: TitleOnlyLabelStyle { TitleOnlyLabelStyle() }
}

extension LabelStyle where Self == TitleAndIconLabelStyle {
    public static var titleAndIcon: TitleAndIconLabelStyle { TitleAndIconLabelStyle() }
}

extension View {
    public func labelStyle<S: LabelStyle>(_ style: S) -> some View {
        inEnvironment(style) { $0.labelStyle = style }
    }
}
