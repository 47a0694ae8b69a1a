public struct ScrollView<Content: View>: View {
    public typealias Body = Never

    public var content: Content
    public var axes: Axis.Set
    public var showsIndicators: Bool

    public init(_ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content) {
        self.axes = axes
        self.showsIndicators = showsIndicators
        self.content = content()
    }
}

extension ScrollView: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }

    package func nodes(_ element: Element) -> [Node] { [Node(.scroll, element.nodes, at: element)] }
}

@MainActor
@preconcurrency
public struct ScrollViewProxy {
    let place: () -> Element?

    /// What was scrolled to is noted on the place of the reader, for a test to ask.
    public func scrollTo<ID: Hashable>(_ id: ID, anchor: UnitPoint? = nil) {
        place()?.memory["scrolled"] = AnyHashable(id)
    }
}

public struct ScrollViewReader<Content: View>: View {
    public typealias Body = Never

    public var content: (ScrollViewProxy) -> Content

    public init(@ViewBuilder content: @escaping (ScrollViewProxy) -> Content) {
        self.content = content
    }
}

extension ScrollViewReader: Primitive {
    package func update(_ element: Element) {
        element.show(content(ScrollViewProxy { [weak element] in element }), at: "content")
    }

    package func nodes(_ element: Element) -> [Node] {
        let nodes = element.nodes
        if let id = element.memory["scrolled"] as? AnyHashable {
            for node in nodes { node.looks.append(("scrolledTo", "\(id.base)")) }
        }
        return nodes
    }
}

public struct ScrollPosition: Equatable, Sendable {
    private enum Aim: Equatable, Sendable {
        case edge(Edge)
        case point(CGPoint)
        case x(CGFloat)
        case y(CGFloat)
    }

    private var aim: Aim?
    private var id: ViewID?
    private var anchor: UnitPoint?
    public private(set) var isPositionedByUser = false

    private struct ViewID: Equatable, Sendable {
        let value: any Hashable & Sendable

        static func == (first: ViewID, second: ViewID) -> Bool {
            AnyHashable(first.value) == AnyHashable(second.value)
        }
    }

    public init(idType: (some Hashable & Sendable).Type = Never.self) {}

    public init(id: some Hashable & Sendable, anchor: UnitPoint? = nil) {
        scrollTo(id: id, anchor: anchor)
    }

    public init(idType: (some Hashable & Sendable).Type = Never.self, edge: Edge) {
        scrollTo(edge: edge)
    }

    public init(idType: (some Hashable & Sendable).Type = Never.self, point: CGPoint) {
        scrollTo(point: point)
    }

    public init(idType: (some Hashable & Sendable).Type = Never.self, y: CGFloat) {
        scrollTo(y: y)
    }

    public var edge: Edge? {
        if case .edge(let edge) = aim { edge } else { nil }
    }

    public var point: CGPoint? {
        if case .point(let point) = aim { point } else { nil }
    }

    public var x: CGFloat? {
        if case .x(let x) = aim { x } else { nil }
    }

    public var y: CGFloat? {
        if case .y(let y) = aim { y } else { nil }
    }

    public var viewID: (any Hashable & Sendable)? {
        id?.value
    }

    public func viewID<T: Hashable & Sendable>(type: T.Type) -> T? {
        id?.value as? T
    }

    public mutating func scrollTo(id: some Hashable & Sendable, anchor: UnitPoint? = nil) {
        set(nil)
        self.id = ViewID(value: id)
        self.anchor = anchor
    }

    public mutating func scrollTo(edge: Edge) { set(.edge(edge)) }

    public mutating func scrollTo(point: CGPoint) { set(.point(point)) }

    public mutating func scrollTo(x: CGFloat, y: CGFloat) { set(.point(CGPoint(x: x, y: y))) }

    public mutating func scrollTo(x: CGFloat) { set(.x(x)) }

    public mutating func scrollTo(y: CGFloat) { set(.y(y)) }

    private mutating func set(_ aim: Aim?) {
        self.aim = aim
        id = nil
        anchor = nil
        isPositionedByUser = false
    }

    /// As after scrolling by hand.
    package mutating func moveByUser() {
        set(nil)
        isPositionedByUser = true
    }
}

public struct ScrollGeometry: Equatable, Sendable {
    public var contentOffset: CGPoint
    public var contentSize: CGSize
    public var contentInsets: EdgeInsets
    public var containerSize: CGSize

    public init(contentOffset: CGPoint, contentSize: CGSize, contentInsets: EdgeInsets, containerSize: CGSize) {
        self.contentOffset = contentOffset
        self.contentSize = contentSize
        self.contentInsets = contentInsets
        self.containerSize = containerSize
    }

    public var visibleRect: CGRect { CGRect(origin: contentOffset, size: containerSize) }

    public var bounds: CGRect { CGRect(origin: contentOffset, size: containerSize) }
}

public enum ScrollPhase: Equatable, Sendable {
    case idle, tracking, interacting, decelerating, animating

    public var isScrolling: Bool { self != .idle }
}

public struct ScrollPhaseChangeContext {
    public let geometry: ScrollGeometry

    package init(geometry: ScrollGeometry) {
        self.geometry = geometry
    }

    public var velocity: CGVector? { nil }
}
