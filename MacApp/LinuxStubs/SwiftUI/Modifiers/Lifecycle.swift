extension Element {
    /// Acts once something of the content is on the screen. A view without any, such as a group around an `if` that is not
    /// fulfilled, does not appear: what modifies it would modify its children, and there are none.
    fileprivate func whenContentIsThere(_ action: @escaping @MainActor () -> Void) {
        let place = ObjectIdentifier(self)
        waitsNoMore()
        graph.afterUpdate { [weak self] in
            guard let self, isMounted else { return }
            if !nodes(at: "content").isEmpty { return action() }
            graph.watchers[place] = { [weak self] in
                guard let self, !nodes(at: "content").isEmpty else { return }
                graph.watchers[place] = nil
                graph.afterUpdate(action)
            }
        }
    }

    fileprivate func waitsNoMore() { graph.watchers[ObjectIdentifier(self)] = nil }
}

/// Runs an action once, when its content has appeared.
private struct Appearing: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let action: (() -> Void)?

    func update(_ content: any View, _ element: Element) {
        if element.memory["appeared"] == nil, let action {
            element.farewells = [{ element.waitsNoMore() }]
            element.whenContentIsThere { action() }
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

    /// What runs for an id, once there is content.
    private final class Run {
        let id: ID
        var task: Task<Void, Never>?

        init(_ id: ID) {
            self.id = id
        }
    }

    func update(_ content: any View, _ element: Element) {
        let known = element.memory["run"] as? Run
        if known?.id != id {
            known?.task?.cancel()
            let (run, priority, action) = (Run(id), priority, action)
            element.memory["run"] = run
            element.farewells = [
                {
                    element.waitsNoMore()
                    run.task?.cancel()
                }
            ]
            element.whenContentIsThere { run.task = Task(priority: priority, operation: action) }
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
