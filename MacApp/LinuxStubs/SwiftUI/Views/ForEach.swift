public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    public var data: Data
    public var content: (Data.Element) -> Content
    package let id: (Data.Element) -> ID

    package init(data: Data, content: @escaping (Data.Element) -> Content, id: @escaping (Data.Element) -> ID) {
        self.data = data
        self.content = content
        self.id = id
    }
}

extension ForEach: View where Content: View {
    public typealias Body = Never
}

extension ForEach where Data.Element: Identifiable, ID == Data.Element.ID, Content: View {
    public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.init(data: data, content: content, id: { $0.id })
    }
}

extension ForEach where Content: View {
    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.init(data: data, content: content, id: { $0[keyPath: id] })
    }

    public init<C>(
        _ data: Binding<C>, @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    )
    where
        Data == LazyMapSequence<C.Indices, (C.Index, ID)>, C: MutableCollection & RandomAccessCollection,
        C.Element: Identifiable, C.Index: Hashable, ID == C.Element.ID
    {
        self.init(data, id: \.id, content: content)
    }

    public init<C>(
        _ data: Binding<C>, id: KeyPath<C.Element, ID>,
        @ViewBuilder content: @escaping (Binding<C.Element>) -> Content
    )
    where
        Data == LazyMapSequence<C.Indices, (C.Index, ID)>, C: MutableCollection & RandomAccessCollection,
        C.Index: Hashable
    {
        let elements = data.wrappedValue
        self.init(
            data: elements.indices.lazy.map { ($0, elements[$0][keyPath: id]) }, content: { content(data[$0.0]) },
            id: { $0.1 })
    }
}

extension ForEach where Data == Range<Int>, ID == Int, Content: View {
    public init(_ data: Range<Int>, @ViewBuilder content: @escaping (Int) -> Content) {
        self.init(data: data, content: content, id: { $0 })
    }
}

extension ForEach: Primitive where Content: View {
    package func update(_ element: Element) {
        var seen: Set<ID> = []
        for value in data {
            let id = id(value)
            guard seen.insert(id).inserted else {
                element.graph.complaints.append("ForEach: the id \(id) occurs twice, and one of the rows is lost")
                continue
            }
            element.show(content(value), at: id)
        }
    }

    package func nodes(_ element: Element) -> [Node] {
        element.children.enumerated().flatMap { offset, child in
            let nodes = child.element.ownNodes
            for node in nodes where !node.isApart {
                if node.identity == nil { node.identity = child.key }
                node.order = node.order ?? RowChanges(offset: offset)
            }
            return nodes
        }
    }
}

/// A view made of data, which a list lets be moved, deleted and added to.
@MainActor
@preconcurrency
public protocol DynamicViewContent: View {
    associatedtype Data: Collection
    var data: Data { get }
}

extension ForEach: DynamicViewContent where Content: View {}

extension ModifiedContent: DynamicViewContent where Content: DynamicViewContent, Modifier: ViewModifier {
    public var data: Content.Data { content.data }
}

extension DynamicViewContent {
    public func onDelete(perform action: ((IndexSet) -> Void)?) -> some DynamicViewContent {
        altered { $0.order?.delete = action }
    }

    public func onMove(perform action: ((IndexSet, Int) -> Void)?) -> some DynamicViewContent {
        altered { $0.order?.move = action }
    }
}

extension View {
    public func deleteDisabled(_ isDisabled: Bool) -> some View {
        altered { node in
            if isDisabled { node.order?.delete = nil }
        }
    }

    public func moveDisabled(_ isDisabled: Bool) -> some View {
        altered { node in
            if isDisabled { node.order?.move = nil }
        }
    }
}
