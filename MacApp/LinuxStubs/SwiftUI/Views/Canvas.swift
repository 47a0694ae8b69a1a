/// What a canvas draws with. Nothing is drawn, but the drawing runs, so that it can fail.
public struct GraphicsContext {
    public struct Shading: Sendable {
        public static func color(_ color: Color) -> Shading { Shading() }
        public static func style<S: ShapeStyle>(_ style: S) -> Shading { Shading() }
        public static var foreground: Shading { Shading() }
    }

    public var opacity = 1.0

    public func fill(_ path: Path, with shading: Shading, style: FillStyle = FillStyle()) {}
    public func stroke(_ path: Path, with shading: Shading, lineWidth: CGFloat = 1) {}
    public func draw(_ text: Text, at point: CGPoint, anchor: UnitPoint = .center) {}
    public func draw(_ text: Text, in rect: CGRect) {}
}

public struct Canvas<Symbols: View>: View {
    public typealias Body = Never

    let renderer: (inout GraphicsContext, CGSize) -> Void

    public init(
        opaque: Bool = false, rendersAsynchronously: Bool = false,
        renderer: @escaping (inout GraphicsContext, CGSize) -> Void
    ) where Symbols == EmptyView {
        self.renderer = renderer
    }
}

extension Canvas: Primitive {
    package func update(_ element: Element) {
        var context = GraphicsContext()
        renderer(&context, GeometryProxy().size)
    }

    package func nodes(_ element: Element) -> [Node] { [Node(.canvas, at: element)] }
}
