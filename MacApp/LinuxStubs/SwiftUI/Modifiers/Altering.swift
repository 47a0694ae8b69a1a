/// Changes how the nodes of its content stand on the screen.
struct Altering: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let alter: @MainActor (Node, Element) -> Void

    func nodes(_ element: Element) -> [Node] {
        let nodes = element.nodes
        for node in nodes where !node.isApart { alter(node, element) }
        return nodes
    }
}

/// Adds nodes before or after its content, of views that it keeps beside it.
struct Adding: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let kind: Node.Kind
    let isBefore: Bool
    let added: any View

    func update(_ content: any View, _ element: Element) {
        element.show(content, at: "content")
        element.show(added, at: "added")
    }

    func nodes(_ element: Element) -> [Node] {
        let added = element.nodes(at: "added")
        let node = added.isEmpty ? [] : [Node(kind, added, at: element)]
        if kind == .contextMenu || kind == .swipeActions {
            let nodes = element.nodes(at: "content")
            for below in nodes where !below.isApart { below.attached += node }
            return nodes
        }
        return isBefore ? node + element.nodes(at: "content") : element.nodes(at: "content") + node
    }
}

/// Shows its content in another environment.
struct InEnvironment: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    /// What is set, where that can be told without comparing environments.
    let value: Any?
    let change: @MainActor (inout EnvironmentValues) -> Void

    func update(_ content: any View, _ element: Element) {
        let kept = element.memory["environment"] as? (base: EnvironmentValues, value: Any?, made: EnvironmentValues)
        let environment: EnvironmentValues
        if let kept, kept.base.isIdentical(to: element.environment), let value, let known = kept.value,
            areSame(value, known)
        {
            environment = kept.made
        } else {
            var changed = element.environment
            change(&changed)
            environment = changed
            element.memory["environment"] = (base: element.environment, value: value, made: changed)
        }
        element.show(content, at: "content", environment: environment)
    }
}

extension View {
    func altered(_ alter: @escaping @MainActor (Node) -> Void) -> ModifiedContent<Self, Altering> {
        modifier(Altering { node, _ in alter(node) })
    }

    func altered(_ alter: @escaping @MainActor (Node, Element) -> Void) -> ModifiedContent<Self, Altering> {
        modifier(Altering(alter: alter))
    }

    /// Notes what only a picture would show.
    func looks(_ name: String, _ value: Any? = nil) -> ModifiedContent<Self, Altering> {
        let words = value.map { "\($0)" } ?? ""
        return altered { $0.looks.append((name, words)) }
    }

    func adding(_ kind: Node.Kind, before: Bool = false, _ added: some View) -> ModifiedContent<Self, Adding> {
        modifier(Adding(kind: kind, isBefore: before, added: added))
    }

    func inEnvironment(
        _ value: Any?, _ change: @escaping @MainActor (inout EnvironmentValues) -> Void
    ) -> ModifiedContent<Self, InEnvironment> {
        modifier(InEnvironment(value: value, change: change))
    }
}
