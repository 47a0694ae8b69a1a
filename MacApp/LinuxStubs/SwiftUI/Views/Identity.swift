public struct IDView<Content: View, ID: Hashable>: View {
    public typealias Body = Never

    let content: Content
    let id: ID
}

extension IDView: Primitive {
    package func update(_ element: Element) {
        // Another identity is another place: what was kept is gone.
        element.show(content, at: id)
    }

    package func nodes(_ element: Element) -> [Node] {
        let nodes = element.nodes
        for node in nodes where !node.isApart && node.identity == nil { node.identity = id }
        return nodes
    }
}

extension View {
    public func id<ID: Hashable>(_ id: ID) -> some View {
        IDView(content: self, id: id)
    }

    public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View {
        altered { node in
            // What is put on last says most, and a tag for a value serves a selection that may be empty.
            node.tags = includeOptional ? [tag, Optional(tag)] : [tag]
        }
    }
}
