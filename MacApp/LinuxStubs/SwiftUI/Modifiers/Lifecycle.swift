/// Runs an action once, when its content has appeared.
private struct Appearing: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let action: (() -> Void)?

    func update(_ content: any View, _ element: Element) {
        if element.memory["appeared"] == nil, let action {
            element.graph.afterUpdate { action() }
        }
        element.memory["appeared"] = true
        element.show(content, at: "content")
    }
}

private struct Disappearing: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let action: (() -> Void)?

    func update(_ content: any View, _ element: Element) {
        // Of several updates the last one counts.
        element.farewells = [
            {
                if let action { element.graph.afterUpdate { action() } }
            }
        ]
        element.show(content, at: "content")
    }
}

/// Runs as long as its content is there and its id stays the same.
private struct Tasking<ID: Equatable>: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let id: ID
    let priority: TaskPriority
    let action: @Sendable () async -> Void

    func update(_ content: any View, _ element: Element) {
        let known = element.memory["task"] as? (id: ID, task: Task<Void, Never>)
        if known?.id != id {
            known?.task.cancel()
            let task = Task(priority: priority, operation: action)
            element.memory["task"] = (id: id, task: task)
            element.farewells = [{ task.cancel() }]
        }
        element.show(content, at: "content")
    }
}

private struct Changing<Value: Equatable>: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let value: Value
    let initial: Bool
    let action: (Value, Value) -> Void

    func update(_ content: any View, _ element: Element) {
        let (value, action) = (value, action)
        if let old = element.memory["value"] as? Value {
            if old != value { element.graph.afterUpdate { action(old, value) } }
        } else if initial {
            element.graph.afterUpdate { action(value, value) }
        }
        element.memory["value"] = value
        element.show(content, at: "content")
    }
}

extension View {
    public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        modifier(Appearing(action: action))
    }

    public func onDisappear(perform action: (() -> Void)? = nil) -> some View {
        modifier(Disappearing(action: action))
    }

    public func task(
        priority: TaskPriority = .userInitiated, @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        modifier(Tasking(id: 0, priority: priority, action: action))
    }

    public func task<T: Equatable>(
        id value: T, priority: TaskPriority = .userInitiated,
        @_inheritActorContext _ action: @escaping @Sendable () async -> Void
    ) -> some View {
        modifier(Tasking(id: value, priority: priority, action: action))
    }

    public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping (_ oldValue: V, _ newValue: V) -> Void
    ) -> some View {
        modifier(Changing(value: value, initial: initial, action: action))
    }

    public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View {
        modifier(Changing(value: value, initial: initial) { _, _ in action() })
    }

    public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        inEnvironment(nil) { $0.refresh = RefreshAction(action: action) }
    }

    public func onOpenURL(perform action: @escaping (URL) -> Void) -> some View {
        modifier(OpeningURL(action: action))
    }

    /// Which window is given what comes from outside; here it is always the one in front.
    public func handlesExternalEvents(preferring: Set<String>, allowing: Set<String>) -> some View { self }
}

private struct OpeningURL: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let action: (URL) -> Void

    func update(_ content: any View, _ element: Element) {
        let graph = element.graph
        let place = ObjectIdentifier(element)
        graph.urlHandlers[place] = action
        element.farewells = [{ graph.urlHandlers[place] = nil }]
        element.show(content, at: "content")
    }
}
