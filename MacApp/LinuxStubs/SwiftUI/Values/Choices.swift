// Small sets of choices that modifiers and the environment take.

public enum ColorScheme: CaseIterable, Hashable, Sendable { case light, dark }

public enum ColorSchemeContrast: CaseIterable, Hashable, Sendable { case standard, increased }

public enum LayoutDirection: CaseIterable, Hashable, Sendable { case leftToRight, rightToLeft }

public enum ControlSize: CaseIterable, Hashable, Sendable { case mini, small, regular, large, extraLarge }

public enum ControlActiveState: CaseIterable, Hashable, Sendable { case key, active, inactive }

public enum ContentMode: CaseIterable, Hashable, Sendable { case fit, fill }

public enum Visibility: CaseIterable, Hashable, Sendable { case automatic, visible, hidden }

public enum TextAlignment: CaseIterable, Hashable, Sendable { case leading, center, trailing }

public enum Prominence: Hashable, Sendable { case standard, increased }

public enum ScenePhase: Comparable, Hashable, Sendable { case background, inactive, active }

public enum UserInterfaceSizeClass: Hashable, Sendable { case compact, regular }

public enum DynamicTypeSize: CaseIterable, Comparable, Hashable, Sendable {
    case xSmall, small, medium, large, xLarge, xxLarge, xxxLarge
    case accessibility1, accessibility2, accessibility3, accessibility4, accessibility5

    public var isAccessibilitySize: Bool { self >= .accessibility1 }
}

public struct BackgroundProminence: Hashable, Sendable {
    private let name: String

    public static let standard = BackgroundProminence(name: "standard")
    public static let increased = BackgroundProminence(name: "increased")
}

public struct BadgeProminence: Hashable, Sendable {
    private let name: String

    public static let decreased = BadgeProminence(name: "decreased")
    public static let standard = BadgeProminence(name: "standard")
    public static let increased = BadgeProminence(name: "increased")
}

public struct MenuOrder: Equatable, Hashable, Sendable {
    private let name: String

    public static let automatic = MenuOrder(name: "automatic")
    public static let priority = MenuOrder(name: "priority")
    public static let fixed = MenuOrder(name: "fixed")
}

public struct ButtonRole: Equatable, Sendable {
    package let name: String

    public static let destructive = ButtonRole(name: "destructive")
    public static let cancel = ButtonRole(name: "cancel")
}

public struct SubmitLabel: Sendable {
    public static let done = SubmitLabel()
    public static let go = SubmitLabel()
    public static let send = SubmitLabel()
    public static let search = SubmitLabel()
    public static let next = SubmitLabel()
    public static let `return` = SubmitLabel()
    public static let `continue` = SubmitLabel()
}

public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let text = SubmitTriggers(rawValue: 1)
    public static let search = SubmitTriggers(rawValue: 2)
}

public struct ScrollIndicatorVisibility: Hashable, Sendable {
    private let name: String

    public static let automatic = ScrollIndicatorVisibility(name: "automatic")
    public static let visible = ScrollIndicatorVisibility(name: "visible")
    public static let hidden = ScrollIndicatorVisibility(name: "hidden")
    public static let never = ScrollIndicatorVisibility(name: "never")
}

public struct SymbolVariants: Hashable, Sendable {
    private let name: String

    public static let none = SymbolVariants(name: "none")
    public static let circle = SymbolVariants(name: "circle")
    public static let square = SymbolVariants(name: "square")
    public static let fill = SymbolVariants(name: "fill")
    public static let slash = SymbolVariants(name: "slash")

    public var fill: SymbolVariants { SymbolVariants(name: name + ".fill") }
    public var circle: SymbolVariants { SymbolVariants(name: name + ".circle") }
    public var slash: SymbolVariants { SymbolVariants(name: name + ".slash") }
}

public struct SymbolRenderingMode: Sendable {
    public static let monochrome = SymbolRenderingMode()
    public static let multicolor = SymbolRenderingMode()
    public static let hierarchical = SymbolRenderingMode()
    public static let palette = SymbolRenderingMode()
}

public struct FillStyle: Equatable, Sendable {
    public var isEOFilled: Bool
    public var isAntialiased: Bool

    public init(eoFill: Bool = false, antialiased: Bool = true) {
        isEOFilled = eoFill
        isAntialiased = antialiased
    }
}

public struct SafeAreaRegions: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let container = SafeAreaRegions(rawValue: 1)
    public static let keyboard = SafeAreaRegions(rawValue: 2)
    public static let all = SafeAreaRegions(rawValue: .max)
}

public struct RedactionReasons: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let placeholder = RedactionReasons(rawValue: 1)
    public static let privacy = RedactionReasons(rawValue: 2)
    public static let invalidated = RedactionReasons(rawValue: 4)
}
