public struct Gradient: ShapeStyle, Hashable {
    public struct Stop: Hashable, Sendable {
        public var color: Color
        public var location: CGFloat

        public init(color: Color, location: CGFloat) {
            self.color = color
            self.location = location
        }
    }

    public struct ColorSpace: Hashable, Sendable {
        let name: String

        public static let device = ColorSpace(name: "device")
        public static let perceptual = ColorSpace(name: "perceptual")
    }

    public var stops: [Stop]

    public init(stops: [Stop]) {
        self.stops = stops
    }

    public init(colors: [Color]) {
        let last = CGFloat(max(colors.count - 1, 1))
        stops = colors.enumerated().map { Stop(color: $1, location: CGFloat($0) / last) }
    }
}

public struct AnyGradient: ShapeStyle, Hashable {
    private let gradient: Gradient

    public init(_ gradient: Gradient) {
        self.gradient = gradient
    }
}

public struct LinearGradient: ShapeStyle {
    public init(gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint) {}

    public init(colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint) {}

    public init(stops: [Gradient.Stop], startPoint: UnitPoint, endPoint: UnitPoint) {}
}

extension LinearGradient: View {
    public typealias Body = Never
}

extension LinearGradient: Primitive {
    package func nodes(_ element: Element) -> [Node] {
        [Node(.color, at: element)]
    }
}

extension ShapeStyle where Self == LinearGradient {
    public static func linearGradient(
        _ gradient: Gradient, startPoint: UnitPoint, endPoint: UnitPoint
    ) -> LinearGradient {
        LinearGradient(gradient: gradient, startPoint: startPoint, endPoint: endPoint)
    }

    public static func linearGradient(
        colors: [Color], startPoint: UnitPoint, endPoint: UnitPoint
    ) -> LinearGradient {
        LinearGradient(colors: colors, startPoint: startPoint, endPoint: endPoint)
    }
}
