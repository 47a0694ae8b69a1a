@MainActor
@preconcurrency
public protocol ViewModifier {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency func body(content: Self.Content) -> Self.Body
    typealias Content = _ViewModifier_Content<Self>
}

extension ViewModifier where Body == Never {
    public func body(content: Content) -> Never { fatalError("\(Self.self) has no body") }
}

/// What a modifier is put on, as the modifier sees it.
public struct _ViewModifier_Content<Modifier: ViewModifier>: View {
    public typealias Body = Never

    let content: any View
}

extension _ViewModifier_Content: Primitive {
    package func update(_ element: Element) {
        element.show(content, at: "content")
    }
}

public struct ModifiedContent<Content, Modifier> {
    public typealias Body = Never

    public var content: Content
    public var modifier: Modifier

    nonisolated public init(content: Content, modifier: Modifier) {
        self.content = content
        self.modifier = modifier
    }
}

extension ModifiedContent: View where Content: View, Modifier: ViewModifier {}

extension ModifiedContent: ViewModifier where Content: ViewModifier, Modifier: ViewModifier {
    public func body(content: _ViewModifier_Content<Self>) -> Never { fatalError("\(Self.self) has no body") }
}

extension View {
    public func modifier<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

extension ViewModifier {
    public func concat<T>(_ modifier: T) -> ModifiedContent<Self, T> {
        ModifiedContent(content: self, modifier: modifier)
    }
}

public struct EmptyModifier: ViewModifier {
    public typealias Body = Never

    public static let identity = EmptyModifier()

    nonisolated public init() {}
}

extension EmptyModifier: PrimitiveModifier {}

/// A modifier that the stub carries out by itself.
@MainActor
protocol PrimitiveModifier {
    func update(_ content: any View, _ element: Element)
    func nodes(_ element: Element) -> [Node]
}

extension PrimitiveModifier {
    func update(_ content: any View, _ element: Element) {
        element.show(content, at: "content")
    }

    func nodes(_ element: Element) -> [Node] { element.nodes }
}

extension ModifiedContent: Primitive where Content: View, Modifier: ViewModifier {
    package func update(_ element: Element) {
        if let primitive = modifier as? any PrimitiveModifier {
            primitive.update(content, element)
        } else {
            apply(modifier, to: content, element)
        }
    }

    package func nodes(_ element: Element) -> [Node] {
        (modifier as? any PrimitiveModifier)?.nodes(element) ?? element.nodes
    }
}

@MainActor
private func apply<M: ViewModifier>(_ modifier: M, to content: some View, _ element: Element) {
    var modifier = modifier
    link(&modifier, to: element)
    element.graph.redraws["\(M.self)", default: 0] += 1
    element.show(modifier.body(content: _ViewModifier_Content(content: content)), at: "body")
}
