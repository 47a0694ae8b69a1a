public protocol PreferenceKey {
    associatedtype Value
    static var defaultValue: Self.Value { get }
    static func reduce(value: inout Self.Value, nextValue: () -> Self.Value)
}

extension View {
    public func preference<K: PreferenceKey>(key: K.Type = K.self, value: K.Value) -> some View {
        altered { $0.preferences.append((ObjectIdentifier(key), value)) }
    }

    public func onPreferenceChange<K: PreferenceKey>(
        _ key: K.Type = K.self, perform action: @escaping (K.Value) -> Void
    ) -> some View where K.Value: Equatable {
        modifier(PreferenceWatching<K>(action: action))
    }
}

/// What is inside is asked whenever the tree has come to rest.
private struct PreferenceWatching<K: PreferenceKey>: ViewModifier, PrimitiveModifier where K.Value: Equatable {
    typealias Body = Never

    let action: (K.Value) -> Void

    func update(_ content: any View, _ element: Element) {
        let place = ObjectIdentifier(element)
        let graph = element.graph
        let action = action
        graph.watchers[place] = { [weak element] in
            guard let element else { return }
            let values = element.nodes.flatMap(\.all).flatMap(\.preferences).filter {
                $0.key == ObjectIdentifier(K.self)
            }
            let given = values.compactMap { $0.value as? K.Value }
            var value = given.first ?? K.defaultValue
            for next in given.dropFirst() { K.reduce(value: &value) { next } }
            if element.memory["preference"] as? K.Value == value { return }
            element.memory["preference"] = value
            graph.afterUpdate { action(value) }
        }
        element.farewells = [{ graph.watchers[place] = nil }]
        element.show(content, at: "content")
    }
}
