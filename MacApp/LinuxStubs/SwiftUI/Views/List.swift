public struct List<SelectionValue: Hashable, Content: View>: View {
    public typealias Body = Never

    let content: Content
    let selection: Selecting<SelectionValue>?
}

/// A selection of one row, perhaps of none, or of several.
enum Selecting<Value: Hashable> {
    case one(Binding<Value?>)
    case needed(Binding<Value>)
    case several(Binding<Set<Value>>)

    var selection: Selection {
        switch self {
        case .one(let binding):
            Selection(
                get: { binding.wrappedValue.map { [$0] } ?? [] },
                set: { values in
                    guard let first = values.first else {
                        binding.wrappedValue = nil
                        return true
                    }
                    guard let value: Value = typed(first) else { return false }
                    binding.wrappedValue = value
                    return true
                }, isMultiple: false, type: "\(Value.self)")
        case .needed(let binding):
            Selection(
                get: { [binding.wrappedValue] },
                set: { values in
                    guard let first = values.first, let value: Value = typed(first) else { return false }
                    binding.wrappedValue = value
                    return true
                }, isMultiple: false, type: "\(Value.self)")
        case .several(let binding):
            Selection(
                get: { Set(binding.wrappedValue.map { AnyHashable($0) }) },
                set: { values in
                    let chosen: [Value] = values.compactMap { typed($0) }
                    guard chosen.count == values.count else { return false }
                    binding.wrappedValue = Set(chosen)
                    return true
                }, isMultiple: true, type: "\(Value.self)")
        }
    }

}

/// A tag as a value of the selection. AnyHashable would turn one number into another kind of number; SwiftUI does not.
func typed<Value: Hashable>(_ tag: AnyHashable) -> Value? {
    type(of: tag.base) == Value.self ? tag.base as? Value : nil
}

extension List {
    public init(selection: Binding<Set<SelectionValue>>?, @ViewBuilder content: () -> Content) {
        self.init(content: content(), selection: selection.map { .several($0) })
    }

    public init(selection: Binding<SelectionValue?>?, @ViewBuilder content: () -> Content) {
        self.init(content: content(), selection: selection.map { .one($0) })
    }

    @_disfavoredOverload
    public init(selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content) {
        self.init(content: content(), selection: .needed(selection))
    }

    public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data, selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
        self.init(content: ForEach(data, content: rowContent), selection: selection.map { .several($0) })
    }

    public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data, selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
        self.init(content: ForEach(data, content: rowContent), selection: selection.map { .one($0) })
    }

    public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<Set<SelectionValue>>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, ID, RowContent> {
        self.init(content: ForEach(data, id: id, content: rowContent), selection: selection.map { .several($0) })
    }

    public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, selection: Binding<SelectionValue?>?,
        @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, ID, RowContent> {
        self.init(content: ForEach(data, id: id, content: rowContent), selection: selection.map { .one($0) })
    }
}

extension List where SelectionValue == Never {
    public init(@ViewBuilder content: () -> Content) {
        self.init(content: content(), selection: nil)
    }

    public init<Data: RandomAccessCollection, RowContent: View>(
        _ data: Data, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, Data.Element.ID, RowContent>, Data.Element: Identifiable {
        self.init(content: ForEach(data, content: rowContent), selection: nil)
    }

    public init<Data: RandomAccessCollection, ID: Hashable, RowContent: View>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder rowContent: @escaping (Data.Element) -> RowContent
    ) where Content == ForEach<Data, ID, RowContent> {
        self.init(content: ForEach(data, id: id, content: rowContent), selection: nil)
    }
}

extension List where SelectionValue == Never {
    public init<RowContent: View>(
        _ data: Range<Int>, @ViewBuilder rowContent: @escaping (Int) -> RowContent
    ) where Content == ForEach<Range<Int>, Int, RowContent> {
        self.init(content: ForEach(data, content: rowContent), selection: nil)
    }
}

extension List: Primitive {
    package func update(_ element: Element) {
        element.show(content, at: "content")
    }

    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.list, rows(element.nodes, at: element), at: element)
        node.selection = selection?.selection
        // A list takes the keyboard, for the arrow keys.
        node.isFocusable = true
        return [node]
    }

    private func rows(_ nodes: [Node], at element: Element) -> [Node] {
        nodes.map { node in
            if node.isApart { return node }
            if node.kind == .section {
                node.children = rows(node.children, at: element)
                return node
            }
            let row = Node(.row, [node], at: element)
            row.tags = node.tags
            row.identity = node.identity
            row.order = node.order
            return row
        }
    }
}

public struct Form<Content: View>: View {
    public typealias Body = Never

    let content: Content

    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }
}

extension Form: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }

    package func nodes(_ element: Element) -> [Node] { [Node(.form, element.nodes, at: element)] }
}

extension View {
    public func listRowBackground<V: View>(_ view: V?) -> some View { self }
    public func listRowInsets(_ insets: EdgeInsets?) -> some View { self }
    public func listRowSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View { self }
    public func listRowSeparatorTint(_ color: Color?, edges: VerticalEdge.Set = .all) -> some View { self }
    public func listSectionSeparator(_ visibility: Visibility, edges: VerticalEdge.Set = .all) -> some View { self }
    public func listItemTint(_ tint: Color?) -> some View { self }
    public func alternatingRowBackgrounds(_ behavior: AlternatingRowBackgroundBehavior = .enabled) -> some View { self }

    public func selectionDisabled(_ isDisabled: Bool = true) -> some View {
        altered { node in
            guard isDisabled else { return }
            node.tags = []
            node.identity = nil
        }
    }

    public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
    ) -> some View {
        adding(.swipeActions, content())
    }

    public func badge(_ count: Int) -> some View {
        adding(.badge, Text(verbatim: count == 0 ? "" : "\(count)"))
    }

    public func badge(_ label: Text?) -> some View { adding(.badge, label) }
    public func badge(_ key: LocalizedStringKey?) -> some View { adding(.badge, key.map { Text($0) }) }

    @_disfavoredOverload
    public func badge<S: StringProtocol>(_ label: S?) -> some View { adding(.badge, label.map { Text($0) }) }

    public func badgeProminence(_ prominence: BadgeProminence) -> some View { self }
}

public struct AlternatingRowBackgroundBehavior: Equatable, Hashable, Sendable {
    private let name: String

    public static let automatic = AlternatingRowBackgroundBehavior(name: "automatic")
    public static let enabled = AlternatingRowBackgroundBehavior(name: "enabled")
    public static let disabled = AlternatingRowBackgroundBehavior(name: "disabled")
}
