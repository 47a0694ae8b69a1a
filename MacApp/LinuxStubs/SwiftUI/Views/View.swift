@MainActor
@preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    public typealias Body = Never

    public var body: Never { fatalError("there is no view to show") }
}

extension View where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body") }
}

public struct EmptyView: View {
    public typealias Body = Never

    nonisolated public init() {}
}

extension EmptyView: Primitive {}

public struct AnyView: View {
    public typealias Body = Never

    private let view: any View

    public init<V: View>(_ view: V) {
        self.view = view
    }

    public init<V: View>(erasing view: V) {
        self.view = view
    }
}

extension AnyView: Primitive {
    package func update(_ element: Element) {
        element.show(view, at: "any")
    }
}

public struct Group<Content> {
    let content: Content
}

extension Group: View where Content: View {
    public typealias Body = Never

    public init(@ViewBuilder content: () -> Content) {
        self.init(content: content())
    }
}

extension Group: Primitive where Content: View {
    package func update(_ element: Element) {
        element.show(content, at: "content")
    }
}

public struct EquatableView<Content: Equatable & View>: View {
    public typealias Body = Never

    public var content: Content

    public init(content: Content) {
        self.content = content
    }
}

extension EquatableView: Primitive {
    package func update(_ element: Element) {
        element.show(content, at: "content")
    }
}

extension View where Self: Equatable {
    public func equatable() -> EquatableView<Self> {
        EquatableView(content: self)
    }
}
