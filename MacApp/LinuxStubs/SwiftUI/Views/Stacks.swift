/// A container that only arranges: what it holds is kept in order, where it lies is not known here.
@MainActor
protocol Arranging: Primitive {
    associatedtype Arranged: View
    var content: Arranged { get }
    var name: String { get }
}

extension Arranging {
    package func update(_ element: Element) {
        element.show(content, at: "content")
    }

    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.stack, element.nodes, at: element)
        node.looks.append(("arrangement", name))
        return [node]
    }
}

public struct HStack<Content: View>: View {
    public typealias Body = Never

    let content: Content

    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
}

public struct VStack<Content: View>: View {
    public typealias Body = Never

    let content: Content

    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
}

public struct ZStack<Content: View>: View {
    public typealias Body = Never

    let content: Content

    public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
}

public struct PinnedScrollableViews: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let sectionHeaders = PinnedScrollableViews(rawValue: 1)
    public static let sectionFooters = PinnedScrollableViews(rawValue: 2)
}

public struct LazyHStack<Content: View>: View {
    public typealias Body = Never

    let content: Content

    public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, pinnedViews: PinnedScrollableViews = .init(),
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
}

public struct LazyVStack<Content: View>: View {
    public typealias Body = Never

    let content: Content

    public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
}

public struct GridItem: Sendable {
    public enum Size: Sendable {
        case fixed(CGFloat)
        case flexible(minimum: CGFloat = 10, maximum: CGFloat = .infinity)
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }

    public var size: Size
    public var spacing: CGFloat?
    public var alignment: Alignment?

    public init(_ size: Size = .flexible(), spacing: CGFloat? = nil, alignment: Alignment? = nil) {
        self.size = size
        self.spacing = spacing
        self.alignment = alignment
    }
}

public struct LazyVGrid<Content: View>: View {
    public typealias Body = Never

    let content: Content

    public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        pinnedViews: PinnedScrollableViews = .init(), @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
}

public struct Grid<Content: View>: View {
    public typealias Body = Never

    let content: Content

    public init(
        alignment: Alignment = .center, horizontalSpacing: CGFloat? = nil, verticalSpacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
}

public struct GridRow<Content: View>: View {
    public typealias Body = Never

    let content: Content

    public init(alignment: VerticalAlignment? = nil, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
}

/// All of the candidates that could fit are views; the first one is taken, as there is room without end here.
public struct ViewThatFits<Content: View>: View {
    public typealias Body = Never

    let content: Content

    public init(in axes: Axis.Set = [.horizontal, .vertical], @ViewBuilder content: () -> Content) {
        self.content = content()
    }
}

extension HStack: Arranging { var name: String { "row" } }
extension VStack: Arranging { var name: String { "column" } }
extension ZStack: Arranging { var name: String { "layers" } }
extension LazyHStack: Arranging { var name: String { "row" } }
extension LazyVStack: Arranging { var name: String { "column" } }
extension LazyVGrid: Arranging { var name: String { "grid" } }
extension Grid: Arranging { var name: String { "column" } }
extension GridRow: Arranging { var name: String { "row" } }

extension ViewThatFits: Primitive {
    package func update(_ element: Element) {
        element.show(content, at: "content")
    }

    package func nodes(_ element: Element) -> [Node] {
        Array(element.nodes.prefix(1))
    }
}

public struct Spacer: View {
    public typealias Body = Never

    public var minLength: CGFloat?

    public init(minLength: CGFloat? = nil) {
        self.minLength = minLength
    }
}

extension Spacer: Primitive {
    package func nodes(_ element: Element) -> [Node] { [Node(.spacer, at: element)] }
}

public struct Divider: View {
    public typealias Body = Never

    public init() {}
}

extension Divider: Primitive {
    package func nodes(_ element: Element) -> [Node] { [Node(.divider, at: element)] }
}
