public protocol ShapeStyle: Sendable {}

public struct AnyShapeStyle: ShapeStyle {
    public init<S: ShapeStyle>(_ style: S) {}
}

public struct HierarchicalShapeStyle: ShapeStyle {
    let level: String
}

public struct ForegroundStyle: ShapeStyle {
    public init() {}
}

public struct BackgroundStyle: ShapeStyle {
    public init() {}
}

public struct TintShapeStyle: ShapeStyle {
    public init() {}
}

public struct SelectionShapeStyle: ShapeStyle {
    public init() {}
}

public struct SeparatorShapeStyle: ShapeStyle {
    public init() {}
}

public struct PlaceholderTextShapeStyle: ShapeStyle {
    public init() {}
}

public struct LinkShapeStyle: ShapeStyle {
    public init() {}
}

public struct FillShapeStyle: ShapeStyle {
    public init() {}
}

public struct WindowBackgroundShapeStyle: ShapeStyle {
    public init() {}
}

public struct Material: ShapeStyle {
    let name: String

    public static let ultraThin = Material(name: "ultraThin")
    public static let thin = Material(name: "thin")
    public static let regular = Material(name: "regular")
    public static let thick = Material(name: "thick")
    public static let ultraThick = Material(name: "ultraThick")
    public static let bar = Material(name: "bar")
}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var primary: HierarchicalShapeStyle { HierarchicalShapeStyle(level: "primary") }
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle(level: "secondary") }
    public static var tertiary: HierarchicalShapeStyle { HierarchicalShapeStyle(level: "tertiary") }
    public static var quaternary: HierarchicalShapeStyle { HierarchicalShapeStyle(level: "quaternary") }
    public static var quinary: HierarchicalShapeStyle { HierarchicalShapeStyle(level: "quinary") }
}

extension ShapeStyle where Self == ForegroundStyle {
    public static var foreground: ForegroundStyle { ForegroundStyle() }
}

extension ShapeStyle where Self == BackgroundStyle {
    public static var background: BackgroundStyle { BackgroundStyle() }
}

extension ShapeStyle where Self == TintShapeStyle {
    public static var tint: TintShapeStyle { TintShapeStyle() }
}

extension ShapeStyle where Self == SelectionShapeStyle {
    public static var selection: SelectionShapeStyle { SelectionShapeStyle() }
}

extension ShapeStyle where Self == SeparatorShapeStyle {
    public static var separator: SeparatorShapeStyle { SeparatorShapeStyle() }
}

extension ShapeStyle where Self == PlaceholderTextShapeStyle {
    public static var placeholder: PlaceholderTextShapeStyle { PlaceholderTextShapeStyle() }
}

extension ShapeStyle where Self == LinkShapeStyle {
    public static var link: LinkShapeStyle { LinkShapeStyle() }
}

extension ShapeStyle where Self == FillShapeStyle {
    public static var fill: FillShapeStyle { FillShapeStyle() }
}

extension ShapeStyle where Self == WindowBackgroundShapeStyle {
    public static var windowBackground: WindowBackgroundShapeStyle { WindowBackgroundShapeStyle() }
}

extension ShapeStyle where Self == Material {
    public static var ultraThinMaterial: Material { .ultraThin }
    public static var thinMaterial: Material { .thin }
    public static var regularMaterial: Material { .regular }
    public static var thickMaterial: Material { .thick }
    public static var ultraThickMaterial: Material { .ultraThick }
    public static var bar: Material { .bar }
}

struct Faded<Base: ShapeStyle>: ShapeStyle {
    let base: Base
    let opacity: Double
}

extension ShapeStyle {
    public func opacity(_ opacity: Double) -> some ShapeStyle {
        Faded(base: self, opacity: opacity)
    }
}
