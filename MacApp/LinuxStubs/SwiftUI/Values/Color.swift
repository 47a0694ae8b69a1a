import AppKit

public struct Color: Hashable, CustomStringConvertible, Sendable {
    public enum RGBColorSpace: Hashable, Sendable {
        case sRGB, sRGBLinear, displayP3
    }

    public let description: String

    init(named name: String) {
        description = name
    }

    public init(_ name: String, bundle: Bundle? = nil) {
        description = name
    }

    public init(
        _ colorSpace: RGBColorSpace = .sRGB, red: Double, green: Double, blue: Double, opacity: Double = 1
    ) {
        description = "rgb(\(red) \(green) \(blue) / \(opacity))"
    }

    public init(_ colorSpace: RGBColorSpace = .sRGB, white: Double, opacity: Double = 1) {
        description = "white(\(white) / \(opacity))"
    }

    public init(hue: Double, saturation: Double, brightness: Double, opacity: Double = 1) {
        description = "hsb(\(hue) \(saturation) \(brightness) / \(opacity))"
    }

    public init(nsColor: NSColor) {
        description = nsColor.description
    }

    public func opacity(_ opacity: Double) -> Color {
        Color(named: "\(description) at \(opacity)")
    }

    public func mix(with rhs: Color, by fraction: Double, in colorSpace: Gradient.ColorSpace = .perceptual) -> Color {
        Color(named: "\(description) mixed with \(rhs) by \(fraction)")
    }

    public var gradient: AnyGradient { AnyGradient(Gradient(colors: [self])) }
}

extension Color {
    public static let red = Color(named: "red")
    public static let orange = Color(named: "orange")
    public static let yellow = Color(named: "yellow")
    public static let green = Color(named: "green")
    public static let mint = Color(named: "mint")
    public static let teal = Color(named: "teal")
    public static let cyan = Color(named: "cyan")
    public static let blue = Color(named: "blue")
    public static let indigo = Color(named: "indigo")
    public static let purple = Color(named: "purple")
    public static let pink = Color(named: "pink")
    public static let brown = Color(named: "brown")
    public static let white = Color(named: "white")
    public static let gray = Color(named: "gray")
    public static let black = Color(named: "black")
    public static let clear = Color(named: "clear")
    public static let primary = Color(named: "primary")
    public static let secondary = Color(named: "secondary")
    public static let accentColor = Color(named: "accent")
}

extension Color: ShapeStyle {}

extension Color: View {
    public typealias Body = Never
}

extension Color: Primitive {
    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.color, at: element)
        node.looks.append(("color", description))
        return [node]
    }
}

extension ShapeStyle where Self == Color {
    public static var red: Color { Color.red }
    public static var orange: Color { Color.orange }
    public static var yellow: Color { Color.yellow }
    public static var green: Color { Color.green }
    public static var mint: Color { Color.mint }
    public static var teal: Color { Color.teal }
    public static var cyan: Color { Color.cyan }
    public static var blue: Color { Color.blue }
    public static var indigo: Color { Color.indigo }
    public static var purple: Color { Color.purple }
    public static var pink: Color { Color.pink }
    public static var brown: Color { Color.brown }
    public static var white: Color { Color.white }
    public static var gray: Color { Color.gray }
    public static var black: Color { Color.black }
    public static var clear: Color { Color.clear }
}
