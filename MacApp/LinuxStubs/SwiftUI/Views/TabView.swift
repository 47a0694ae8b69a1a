public struct TabView<SelectionValue: Hashable, Content: View>: View {
    @State private var own: AnyHashable?
    private let selection: Binding<SelectionValue>?
    private let content: AnyView

    public init(selection: Binding<SelectionValue>?, @ViewBuilder content: () -> Content) {
        self.selection = selection
        self.content = AnyView(content())
    }

    public init(@ViewBuilder content: () -> Content) where SelectionValue == Int {
        selection = nil
        self.content = AnyView(content())
    }

    public init<C: TabContent>(
        selection: Binding<SelectionValue>, @TabContentBuilder<SelectionValue> content: () -> C
    ) where Content == TabContentBuilder<SelectionValue>.Content<C>, C.TabValue == SelectionValue {
        self.selection = selection
        self.content = AnyView(content().tabs)
    }

    public init<C: TabContent>(
        @TabContentBuilder<Never> content: () -> C
    ) where SelectionValue == Never, Content == TabContentBuilder<Never>.Content<C>, C.TabValue == Never {
        selection = nil
        self.content = AnyView(content().tabs)
    }

    public var body: some View {
        let selection = selection
        Tabbed(
            content: content, selected: selection.map { AnyHashable($0.wrappedValue) } ?? own,
            select: { tag in
                if let selection {
                    if let value = tag.base as? SelectionValue { selection.wrappedValue = value }
                } else {
                    own = tag
                }
            })
    }
}

/// The tabs, each a button with its page behind.
private struct Tabbed: View {
    typealias Body = Never

    let content: AnyView
    let selected: AnyHashable?
    let select: (AnyHashable) -> Void
}

extension Tabbed: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }

    package func nodes(_ element: Element) -> [Node] {
        let pages = element.nodes
        let tags = pages.enumerated().map { $1.tags.first ?? $1.identity ?? AnyHashable($0) }
        let shown = selected.flatMap { selected in
            pages.indices.first { pages[$0].tags.contains(selected) || tags[$0] == selected }
        }
        let buttons = zip(pages, tags).enumerated().map { index, page in
            let button = Node(.button, label: page.0.label, at: element)
            button.action = { select(page.1) }
            button.accessibility.traits = index == shown ?? 0 ? [.isButton, .isSelected] : .isButton
            return button
        }
        for page in pages { page.label = [] }
        return [Node(.tabs, buttons + (pages.isEmpty ? [] : [pages[shown ?? 0]]), at: element)]
    }
}
