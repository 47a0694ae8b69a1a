import Observation

/// A place in the tree of views: what is shown there now, and what belongs to the place and not to the view, which is
/// made anew whenever something changes.
@MainActor
package final class Element {
    package let graph: Graph
    package let parent: () -> Element?
    let depth: Int

    package private(set) var view: any View
    package private(set) var environment: EnvironmentValues
    package private(set) var children: [(key: AnyHashable, element: Element)] = []

    /// What property wrappers keep, by the name of the property.
    var locations: [String: AnyObject] = [:]
    /// What a primitive keeps from one update to the next.
    package var memory: [String: Any] = [:]
    /// Runs when the view is gone.
    package var farewells: [@MainActor () -> Void] = []
    /// The values that the body took out of the environment, to tell whether another environment matters.
    var environmentReads: [(read: (EnvironmentValues) -> Any, value: Any)] = []

    private(set) var isMounted = true
    private var turn = 0
    private var pending: [(key: AnyHashable, view: any View, environment: EnvironmentValues)] = []

    init(_ view: any View, _ environment: EnvironmentValues, in graph: Graph, under parent: Element?) {
        self.view = view
        self.environment = environment
        self.graph = graph
        self.parent = { [weak parent] in parent }
        depth = (parent?.depth ?? 0) + 1
        refresh()
    }

    /// Puts a view into this one, at a place that keeps its state for as long as a view of the same type is shown there.
    package func show(_ view: some View, at key: AnyHashable, environment: EnvironmentValues? = nil) {
        pending.append((key, view, environment ?? self.environment))
    }

    package var nodes: [Node] {
        children.flatMap { $0.element.ownNodes }
    }

    package func nodes(at key: AnyHashable) -> [Node] {
        children.first { $0.key == key }?.element.ownNodes ?? []
    }

    package var ownNodes: [Node] {
        if let primitive = view as? any Primitive { return primitive.nodes(self) }
        return (view as? any NSViewRepresentable)?.nativeNodes(self) ?? nodes
    }

    func isStale(_ turn: Int) -> Bool {
        isMounted && self.turn == turn
    }

    /// Takes the view that the parent now wants here.
    func receive(_ view: any View, _ environment: EnvironmentValues) {
        let isPrimitive = view is any Primitive
        let isSame = !isPrimitive && areSame(self.view, view)
        let isElsewhere = !environment.isIdentical(to: self.environment)
        self.view = view
        self.environment = environment
        if isPrimitive || !isSame || (isElsewhere && environmentMatters) {
            refresh()
        } else if isElsewhere {
            for child in children { child.element.receive(child.element.view, environment) }
        }
    }

    private var environmentMatters: Bool {
        environmentReads.contains { !areSame($0.value, $0.read(environment)) }
    }

    /// Evaluates the view and brings what is inside up to date.
    func refresh() {
        turn += 1
        pending = []
        environmentReads = []
        let turn = turn
        let inbox = graph.inbox
        // What is inside is evaluated after this ends: what a child reads is not the parent's to observe.
        withObservationTracking {
            evaluate(view)
        } onChange: { [weak self] in
            inbox.add(self, turn)
        }
        reconcile()
    }

    private func evaluate<V: View>(_ view: V) {
        if let primitive = view as? any Primitive {
            primitive.update(self)
        } else if let native = view as? any NSViewRepresentable {
            native.updateNative(self)
        } else {
            var view = view
            link(&view, to: self)
            graph.redraws["\(V.self)", default: 0] += 1
            show(view.body, at: "body")
        }
    }

    private func reconcile() {
        var old: [AnyHashable: Element] = [:]
        for child in children { old[child.key] = child.element }
        let wanted = pending
        pending = []
        var gone: [Element] = []
        children = wanted.map { key, view, environment in
            if let element = old.removeValue(forKey: key) {
                if type(of: element.view) == type(of: view) {
                    element.receive(view, environment)
                    return (key, element)
                }
                gone.append(element)
            }
            return (key, Element(view, environment, in: graph, under: self))
        }
        gone += old.values.sorted { $0.depth < $1.depth }
        for element in gone { element.leave() }
    }

    func leave() {
        isMounted = false
        for farewell in farewells { farewell() }
        farewells = []
        for child in children { child.element.leave() }
    }
}
