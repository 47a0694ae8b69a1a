// Looks that only Apple can make: the kinds of style that an app chooses from and does not write itself.

@MainActor
@preconcurrency
public protocol TextFieldStyle {}

public struct DefaultTextFieldStyle: TextFieldStyle {
    public init() {}
}

extension TextFieldStyle where Self == DefaultTextFieldStyle {
    public static var automatic: DefaultTextFieldStyle { DefaultTextFieldStyle() }
}

public struct PlainTextFieldStyle: TextFieldStyle {
    public init() {}
}

extension TextFieldStyle where Self == PlainTextFieldStyle {
    public static var plain: PlainTextFieldStyle { PlainTextFieldStyle() }
}

public struct RoundedBorderTextFieldStyle: TextFieldStyle {
    public init() {}
}

extension TextFieldStyle where Self == RoundedBorderTextFieldStyle {
    public static var roundedBorder: RoundedBorderTextFieldStyle { RoundedBorderTextFieldStyle() }
}

public struct SquareBorderTextFieldStyle: TextFieldStyle {
    public init() {}
}

extension TextFieldStyle where Self == SquareBorderTextFieldStyle {
    public static var squareBorder: SquareBorderTextFieldStyle { SquareBorderTextFieldStyle() }
}

extension View {
    public func textFieldStyle<S: TextFieldStyle>(_ style: S) -> some View { looks("textFieldStyle", S.self) }
}

@MainActor
@preconcurrency
public protocol PickerStyle {}

public struct DefaultPickerStyle: PickerStyle {
    public init() {}
}

extension PickerStyle where Self == DefaultPickerStyle {
    public static var automatic: DefaultPickerStyle { DefaultPickerStyle() }
}

public struct MenuPickerStyle: PickerStyle {
    public init() {}
}

extension PickerStyle where Self == MenuPickerStyle {
    public static var menu: MenuPickerStyle { MenuPickerStyle() }
}

public struct SegmentedPickerStyle: PickerStyle {
    public init() {}
}

extension PickerStyle where Self == SegmentedPickerStyle {
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

public struct InlinePickerStyle: PickerStyle {
    public init() {}
}

extension PickerStyle where Self == InlinePickerStyle {
    public static var inline: InlinePickerStyle { InlinePickerStyle() }
}

public struct RadioGroupPickerStyle: PickerStyle {
    public init() {}
}

extension PickerStyle where Self == RadioGroupPickerStyle {
    public static var radioGroup: RadioGroupPickerStyle { RadioGroupPickerStyle() }
}

public struct PalettePickerStyle: PickerStyle {
    public init() {}
}

extension PickerStyle where Self == PalettePickerStyle {
    public static var palette: PalettePickerStyle { PalettePickerStyle() }
}

extension View {
    public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { looks("pickerStyle", S.self) }
}

@MainActor
@preconcurrency
public protocol ListStyle {}

public struct DefaultListStyle: ListStyle {
    public init() {}
}

extension ListStyle where Self == DefaultListStyle {
    public static var automatic: DefaultListStyle { DefaultListStyle() }
}

public struct SidebarListStyle: ListStyle {
    public init() {}
}

extension ListStyle where Self == SidebarListStyle {
    public static var sidebar: SidebarListStyle { SidebarListStyle() }
}

public struct InsetListStyle: ListStyle {
    public init() {}
}

extension ListStyle where Self == InsetListStyle {
    public static var inset: InsetListStyle { InsetListStyle() }
}

public struct PlainListStyle: ListStyle {
    public init() {}
}

extension ListStyle where Self == PlainListStyle {
    public static var plain: PlainListStyle { PlainListStyle() }
}

public struct BorderedListStyle: ListStyle {
    public init() {}
}

extension ListStyle where Self == BorderedListStyle {
    public static var bordered: BorderedListStyle { BorderedListStyle() }
}

extension View {
    public func listStyle<S: ListStyle>(_ style: S) -> some View { looks("listStyle", S.self) }
}

@MainActor
@preconcurrency
public protocol TableStyle {}

public struct AutomaticTableStyle: TableStyle {
    public init() {}
}

extension TableStyle where Self == AutomaticTableStyle {
    public static var automatic: AutomaticTableStyle { AutomaticTableStyle() }
}

public struct InsetTableStyle: TableStyle {
    public init() {}
}

extension TableStyle where Self == InsetTableStyle {
    public static var inset: InsetTableStyle { InsetTableStyle() }
}

public struct BorderedTableStyle: TableStyle {
    public init() {}
}

extension TableStyle where Self == BorderedTableStyle {
    public static var bordered: BorderedTableStyle { BorderedTableStyle() }
}

extension View {
    public func tableStyle<S: TableStyle>(_ style: S) -> some View { looks("tableStyle", S.self) }
}
