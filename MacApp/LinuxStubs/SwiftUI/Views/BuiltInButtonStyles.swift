// The looks that Apple gives to buttons. All of them stay buttons.

public struct DefaultButtonStyle: PrimitiveButtonStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}

extension PrimitiveButtonStyle where Self == DefaultButtonStyle {
    public static var automatic: DefaultButtonStyle { DefaultButtonStyle() }
}

public struct PlainButtonStyle: PrimitiveButtonStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}

extension PrimitiveButtonStyle where Self == PlainButtonStyle {
    public static var plain: PlainButtonStyle { PlainButtonStyle() }
}

public struct BorderedButtonStyle: PrimitiveButtonStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

public struct BorderedProminentButtonStyle: PrimitiveButtonStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

public struct BorderlessButtonStyle: PrimitiveButtonStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

public struct LinkButtonStyle: PrimitiveButtonStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}

extension PrimitiveButtonStyle where Self == LinkButtonStyle {
    public static var link: LinkButtonStyle { LinkButtonStyle() }
}

public struct AccessoryBarButtonStyle: PrimitiveButtonStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}

extension PrimitiveButtonStyle where Self == AccessoryBarButtonStyle {
    public static var accessoryBar: AccessoryBarButtonStyle { AccessoryBarButtonStyle() }
}

public struct AccessoryBarActionButtonStyle: PrimitiveButtonStyle, BuiltInStyle {
    public init() {}

    public func makeBody(configuration: Configuration) -> some View { Button(configuration) }
}

extension PrimitiveButtonStyle where Self == AccessoryBarActionButtonStyle {
    public static var accessoryBarAction: AccessoryBarActionButtonStyle { AccessoryBarActionButtonStyle() }
}
