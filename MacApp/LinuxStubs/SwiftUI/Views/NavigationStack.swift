/// The way that was gone in a stack.
public struct NavigationPath: Equatable {
    var elements: [AnyHashable]

    public init() {
        elements = []
    }

    public init<S: Sequence>(_ elements: S) where S.Element: Hashable {
        self.elements = elements.map { AnyHashable($0) }
    }

    public var count: Int { elements.count }
    public var isEmpty: Bool { elements.isEmpty }

    public mutating func append<V: Hashable>(_ value: V) {
        elements.append(value)
    }

    public mutating func removeLast(_ k: Int = 1) {
        elements.removeLast(k)
    }
}

public struct NavigationStack<Data, Root: View>: View {
    @State private var own = NavigationPath()
    private let path: Binding<NavigationPath>?
    private let root: Root

    public init(@ViewBuilder root: () -> Root) where Data == NavigationPath {
        path = nil
        self.root = root()
    }

    public init(path: Binding<NavigationPath>, @ViewBuilder root: () -> Root) where Data == NavigationPath {
        self.path = path
        self.root = root()
    }

    public init(path: Binding<Data>, @ViewBuilder root: () -> Root)
    where
        Data: MutableCollection & RandomAccessCollection & RangeReplaceableCollection, Data.Element: Hashable
    {
        self.path = Binding(
            origin: path.origin, get: { NavigationPath(path.wrappedValue) },
            set: { value, _ in path.wrappedValue = Data(value.elements.compactMap { $0.base as? Data.Element }) })
        self.root = root()
    }

    public var body: some View {
        Stacked(path: path ?? $own, root: root)
    }
}

/// What views deeper in a stack say about where its values lead.
@MainActor
package final class Destinations {
    var makers: [ObjectIdentifier: (Any) -> any View] = [:]
    let push: (AnyHashable) -> Void

    init(push: @escaping (AnyHashable) -> Void) {
        self.push = push
    }
}

private struct Stacked<Root: View>: View {
    typealias Body = Never

    let path: Binding<NavigationPath>
    let root: Root
}

extension Stacked: Primitive {
    package func update(_ element: Element) {
        let path = path
        let known = element.memory["destinations"] as? Destinations
        let destinations = known ?? Destinations { path.wrappedValue.elements.append($0) }
        element.memory["destinations"] = destinations
        var environment = element.environment
        environment.destinations = destinations
        element.show(root, at: "root", environment: environment)
        environment.isPresented = true
        environment.dismiss.dismiss = { path.wrappedValue.elements.removeLast() }
        for (depth, value) in path.wrappedValue.elements.enumerated() {
            element.show(Pushed(value: value, destinations: destinations), at: depth, environment: environment)
        }
    }

    package func nodes(_ element: Element) -> [Node] {
        // Only the end of the way is on the screen.
        element.children.last?.element.ownNodes ?? []
    }
}

private struct Pushed: View {
    typealias Body = Never

    let value: AnyHashable
    let destinations: Destinations
}

extension Pushed: Primitive {
    package func update(_ element: Element) {
        guard let make = destinations.makers[ObjectIdentifier(type(of: value.base))] else {
            element.graph.complaints.append("no navigationDestination for \(type(of: value.base))")
            return
        }
        func show(_ view: some View) { element.show(view, at: value) }
        show(make(value.base))
    }
}

public struct NavigationLink<Label: View, Destination: View>: View {
    public typealias Body = Never

    /// The value, and the same as a selection that may be empty has it.
    let tags: [AnyHashable]
    let destination: Destination?
    let label: Label
}

extension NavigationLink where Destination == Never {
    public init<P: Hashable>(value: P?, @ViewBuilder label: () -> Label) {
        self.init(tags: value.map { [$0, Optional($0)] } ?? [], destination: nil, label: label())
    }

    public init<P: Hashable>(_ titleKey: LocalizedStringKey, value: P?) where Label == Text {
        self.init(tags: value.map { [$0, Optional($0)] } ?? [], destination: nil, label: Text(titleKey))
    }

    @_disfavoredOverload
    public init<S: StringProtocol, P: Hashable>(_ title: S, value: P?) where Label == Text {
        self.init(tags: value.map { [$0, Optional($0)] } ?? [], destination: nil, label: Text(title))
    }
}

extension NavigationLink {
    public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {
        self.init(tags: [], destination: destination(), label: label())
    }

    public init(_ titleKey: LocalizedStringKey, @ViewBuilder destination: () -> Destination) where Label == Text {
        self.init(tags: [], destination: destination(), label: Text(titleKey))
    }
}

extension NavigationLink: Primitive {
    package func update(_ element: Element) { element.show(label, at: "label") }

    package func nodes(_ element: Element) -> [Node] {
        let nodes = element.nodes
        // In the list of a split view, a link chooses its row.
        guard let destinations = element.environment.destinations, let value = tags.first else {
            for node in nodes where node.tags.isEmpty { node.tags = tags }
            return nodes
        }
        let node = Node(.button, nodes, at: element)
        node.action = { destinations.push(value) }
        return [node]
    }
}

private struct Destination<D: Hashable, C: View>: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let make: (D) -> C

    func update(_ content: any View, _ element: Element) {
        if let destinations = element.environment.destinations {
            destinations.makers[ObjectIdentifier(D.self)] = { value in
                if let value = value as? D { AnyView(make(value)) } else { AnyView(EmptyView()) }
            }
        } else {
            element.graph.complaints.append("navigationDestination is outside of a NavigationStack")
        }
        element.show(content, at: "content")
    }
}

extension View {
    public func navigationDestination<D: Hashable, C: View>(
        for data: D.Type, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        modifier(Destination(make: destination))
    }
}
