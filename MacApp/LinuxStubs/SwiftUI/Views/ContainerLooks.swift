// Looks that only Apple can make, of what holds other views.

@MainActor
@preconcurrency
public protocol FormStyle {}

public struct AutomaticFormStyle: FormStyle {
    public init() {}
}

extension FormStyle where Self == AutomaticFormStyle {
    public static var automatic: AutomaticFormStyle { AutomaticFormStyle() }
}

public struct GroupedFormStyle: FormStyle {
    public init() {}
}

extension FormStyle where Self == GroupedFormStyle {
    public static var grouped: GroupedFormStyle { GroupedFormStyle() }
}

public struct ColumnsFormStyle: FormStyle {
    public init() {}
}

extension FormStyle where Self == ColumnsFormStyle {
    public static var columns: ColumnsFormStyle { ColumnsFormStyle() }
}

extension View {
    public func formStyle<S: FormStyle>(_ style: S) -> some View { looks("formStyle", S.self) }
}

@MainActor
@preconcurrency
public protocol MenuStyle {}

public struct DefaultMenuStyle: MenuStyle {
    public init() {}
}

extension MenuStyle where Self == DefaultMenuStyle {
    public static var automatic: DefaultMenuStyle { DefaultMenuStyle() }
}

public struct ButtonMenuStyle: MenuStyle {
    public init() {}
}

extension MenuStyle where Self == ButtonMenuStyle {
    public static var button: ButtonMenuStyle { ButtonMenuStyle() }
}

public struct BorderlessButtonMenuStyle: MenuStyle {
    public init() {}
}

extension MenuStyle where Self == BorderlessButtonMenuStyle {
    public static var borderlessButton: BorderlessButtonMenuStyle { BorderlessButtonMenuStyle() }
}

extension View {
    public func menuStyle<S: MenuStyle>(_ style: S) -> some View { looks("menuStyle", S.self) }
}

@MainActor
@preconcurrency
public protocol TextEditorStyle {}

public struct AutomaticTextEditorStyle: TextEditorStyle {
    public init() {}
}

extension TextEditorStyle where Self == AutomaticTextEditorStyle {
    public static var automatic: AutomaticTextEditorStyle { AutomaticTextEditorStyle() }
}

public struct PlainTextEditorStyle: TextEditorStyle {
    public init() {}
}

extension TextEditorStyle where Self == PlainTextEditorStyle {
    public static var plain: PlainTextEditorStyle { PlainTextEditorStyle() }
}

extension View {
    public func textEditorStyle(_ style: some TextEditorStyle) -> some View {
        looks("textEditorStyle", type(of: style))
    }
}

@MainActor
@preconcurrency
public protocol NavigationSplitViewStyle {}

public struct AutomaticNavigationSplitViewStyle: NavigationSplitViewStyle {
    public init() {}
}

extension NavigationSplitViewStyle where Self == AutomaticNavigationSplitViewStyle {
    public static var automatic: AutomaticNavigationSplitViewStyle { AutomaticNavigationSplitViewStyle() }
}

public struct BalancedNavigationSplitViewStyle: NavigationSplitViewStyle {
    public init() {}
}

extension NavigationSplitViewStyle where Self == BalancedNavigationSplitViewStyle {
    public static var balanced: BalancedNavigationSplitViewStyle { BalancedNavigationSplitViewStyle() }
}

public struct ProminentDetailNavigationSplitViewStyle: NavigationSplitViewStyle {
    public init() {}
}

extension NavigationSplitViewStyle where Self == ProminentDetailNavigationSplitViewStyle {
    public static var prominentDetail: ProminentDetailNavigationSplitViewStyle {
        ProminentDetailNavigationSplitViewStyle()
    }
}

extension View {
    public func navigationSplitViewStyle<S: NavigationSplitViewStyle>(_ style: S) -> some View {
        looks("navigationSplitViewStyle", S.self)
    }
}

@MainActor
@preconcurrency
public protocol TabViewStyle {}

public struct DefaultTabViewStyle: TabViewStyle {
    public init() {}
}

extension TabViewStyle where Self == DefaultTabViewStyle {
    public static var automatic: DefaultTabViewStyle { DefaultTabViewStyle() }
}

public struct SidebarAdaptableTabViewStyle: TabViewStyle {
    public init() {}
}

extension TabViewStyle where Self == SidebarAdaptableTabViewStyle {
    public static var sidebarAdaptable: SidebarAdaptableTabViewStyle { SidebarAdaptableTabViewStyle() }
}

public struct TabBarOnlyTabViewStyle: TabViewStyle {
    public init() {}
}

extension TabViewStyle where Self == TabBarOnlyTabViewStyle {
    public static var tabBarOnly: TabBarOnlyTabViewStyle { TabBarOnlyTabViewStyle() }
}

public struct GroupedTabViewStyle: TabViewStyle {
    public init() {}
}

extension TabViewStyle where Self == GroupedTabViewStyle {
    public static var grouped: GroupedTabViewStyle { GroupedTabViewStyle() }
}

extension View {
    public func tabViewStyle<S: TabViewStyle>(_ style: S) -> some View { looks("tabViewStyle", S.self) }
}

@MainActor
@preconcurrency
public protocol DatePickerStyle {}

public struct DefaultDatePickerStyle: DatePickerStyle {
    public init() {}
}

extension DatePickerStyle where Self == DefaultDatePickerStyle {
    public static var automatic: DefaultDatePickerStyle { DefaultDatePickerStyle() }
}

public struct CompactDatePickerStyle: DatePickerStyle {
    public init() {}
}

extension DatePickerStyle where Self == CompactDatePickerStyle {
    public static var compact: CompactDatePickerStyle { CompactDatePickerStyle() }
}

public struct GraphicalDatePickerStyle: DatePickerStyle {
    public init() {}
}

extension DatePickerStyle where Self == GraphicalDatePickerStyle {
    public static var graphical: GraphicalDatePickerStyle { GraphicalDatePickerStyle() }
}

public struct FieldDatePickerStyle: DatePickerStyle {
    public init() {}
}

extension DatePickerStyle where Self == FieldDatePickerStyle {
    public static var field: FieldDatePickerStyle { FieldDatePickerStyle() }
}

public struct StepperFieldDatePickerStyle: DatePickerStyle {
    public init() {}
}

extension DatePickerStyle where Self == StepperFieldDatePickerStyle {
    public static var stepperField: StepperFieldDatePickerStyle { StepperFieldDatePickerStyle() }
}

extension View {
    public func datePickerStyle<S: DatePickerStyle>(_ style: S) -> some View { looks("datePickerStyle", S.self) }
}

@MainActor
@preconcurrency
public protocol ControlGroupStyle {}

public struct AutomaticControlGroupStyle: ControlGroupStyle {
    public init() {}
}

extension ControlGroupStyle where Self == AutomaticControlGroupStyle {
    public static var automatic: AutomaticControlGroupStyle { AutomaticControlGroupStyle() }
}

public struct NavigationControlGroupStyle: ControlGroupStyle {
    public init() {}
}

extension ControlGroupStyle where Self == NavigationControlGroupStyle {
    public static var navigation: NavigationControlGroupStyle { NavigationControlGroupStyle() }
}

public struct MenuControlGroupStyle: ControlGroupStyle {
    public init() {}
}

extension ControlGroupStyle where Self == MenuControlGroupStyle {
    public static var menu: MenuControlGroupStyle { MenuControlGroupStyle() }
}

public struct PaletteControlGroupStyle: ControlGroupStyle {
    public init() {}
}

extension ControlGroupStyle where Self == PaletteControlGroupStyle {
    public static var palette: PaletteControlGroupStyle { PaletteControlGroupStyle() }
}

extension View {
    public func controlGroupStyle<S: ControlGroupStyle>(_ style: S) -> some View { looks("controlGroupStyle", S.self) }
}
