// How windows look and behave: chosen by the app, and not to be seen here.

public struct SceneLaunchBehavior: Equatable, Sendable {
    private let name: String

    public static let automatic = SceneLaunchBehavior(name: "automatic")
    public static let presented = SceneLaunchBehavior(name: "presented")
    public static let suppressed = SceneLaunchBehavior(name: "suppressed")
}

public struct SceneRestorationBehavior: Sendable {
    public static let automatic = SceneRestorationBehavior()
    public static let disabled = SceneRestorationBehavior()
}

public struct WindowResizability: Sendable {
    public static let automatic = WindowResizability()
    public static let contentSize = WindowResizability()
    public static let contentMinSize = WindowResizability()
}

public struct WindowLevel: Sendable {
    public static let automatic = WindowLevel()
    public static let normal = WindowLevel()
    public static let floating = WindowLevel()
    public static let desktop = WindowLevel()
}

public struct WindowManagerRole: Sendable {
    public static let automatic = WindowManagerRole()
    public static let principal = WindowManagerRole()
    public static let associated = WindowManagerRole()
}

public struct ToolbarLabelStyle: Sendable {
    public static let automatic = ToolbarLabelStyle()
    public static let titleAndIcon = ToolbarLabelStyle()
    public static let iconOnly = ToolbarLabelStyle()
}

public protocol MenuBarExtraStyle {}

public struct AutomaticMenuBarExtraStyle: MenuBarExtraStyle {}
public struct WindowMenuBarExtraStyle: MenuBarExtraStyle {}
public struct PullDownMenuBarExtraStyle: MenuBarExtraStyle {}

extension MenuBarExtraStyle where Self == AutomaticMenuBarExtraStyle {
    public static var automatic: AutomaticMenuBarExtraStyle { AutomaticMenuBarExtraStyle() }
}

extension MenuBarExtraStyle where Self == WindowMenuBarExtraStyle {
    public static var window: WindowMenuBarExtraStyle { WindowMenuBarExtraStyle() }
}

extension MenuBarExtraStyle where Self == PullDownMenuBarExtraStyle {
    public static var menu: PullDownMenuBarExtraStyle { PullDownMenuBarExtraStyle() }
}

public protocol WindowStyle {}

public struct DefaultWindowStyle: WindowStyle {}
public struct HiddenTitleBarWindowStyle: WindowStyle {}
public struct TitleBarWindowStyle: WindowStyle {}
public struct PlainWindowStyle: WindowStyle {}

extension WindowStyle where Self == DefaultWindowStyle {
    public static var automatic: DefaultWindowStyle { DefaultWindowStyle() }
}

extension WindowStyle where Self == HiddenTitleBarWindowStyle {
    public static var hiddenTitleBar: HiddenTitleBarWindowStyle { HiddenTitleBarWindowStyle() }
}

extension WindowStyle where Self == TitleBarWindowStyle {
    public static var titleBar: TitleBarWindowStyle { TitleBarWindowStyle() }
}

extension WindowStyle where Self == PlainWindowStyle {
    public static var plain: PlainWindowStyle { PlainWindowStyle() }
}

public protocol WindowToolbarStyle {}

public struct DefaultWindowToolbarStyle: WindowToolbarStyle {}
public struct UnifiedWindowToolbarStyle: WindowToolbarStyle {}
public struct UnifiedCompactWindowToolbarStyle: WindowToolbarStyle {}
public struct ExpandedWindowToolbarStyle: WindowToolbarStyle {}

extension WindowToolbarStyle where Self == DefaultWindowToolbarStyle {
    public static var automatic: DefaultWindowToolbarStyle { DefaultWindowToolbarStyle() }
}

extension WindowToolbarStyle where Self == UnifiedWindowToolbarStyle {
    public static var unified: UnifiedWindowToolbarStyle { UnifiedWindowToolbarStyle() }
}

extension WindowToolbarStyle where Self == UnifiedCompactWindowToolbarStyle {
    public static var unifiedCompact: UnifiedCompactWindowToolbarStyle { UnifiedCompactWindowToolbarStyle() }
}

extension WindowToolbarStyle where Self == ExpandedWindowToolbarStyle {
    public static var expanded: ExpandedWindowToolbarStyle { ExpandedWindowToolbarStyle() }
}
