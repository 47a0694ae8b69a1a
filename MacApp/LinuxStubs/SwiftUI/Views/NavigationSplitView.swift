public struct NavigationSplitViewVisibility: Equatable, Codable, Sendable {
    private let name: String

    public static let automatic = NavigationSplitViewVisibility(name: "automatic")
    public static let all = NavigationSplitViewVisibility(name: "all")
    public static let doubleColumn = NavigationSplitViewVisibility(name: "doubleColumn")
    public static let detailOnly = NavigationSplitViewVisibility(name: "detailOnly")
}

public struct NavigationSplitViewColumn: Hashable, Sendable {
    private let name: String

    public static let sidebar = NavigationSplitViewColumn(name: "sidebar")
    public static let content = NavigationSplitViewColumn(name: "content")
    public static let detail = NavigationSplitViewColumn(name: "detail")
}

public struct NavigationSplitView<Sidebar: View, Content: View, Detail: View>: View {
    public typealias Body = Never

    let visibility: Binding<NavigationSplitViewVisibility>?
    let sidebar: Sidebar
    let content: Content?
    let detail: Detail
}

extension NavigationSplitView {
    public init(
        @ViewBuilder sidebar: () -> Sidebar, @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) {
        self.init(visibility: nil, sidebar: sidebar(), content: content(), detail: detail())
    }

    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder content: () -> Content, @ViewBuilder detail: () -> Detail
    ) {
        self.init(visibility: columnVisibility, sidebar: sidebar(), content: content(), detail: detail())
    }

    public init(@ViewBuilder sidebar: () -> Sidebar, @ViewBuilder detail: () -> Detail) where Content == EmptyView {
        self.init(visibility: nil, sidebar: sidebar(), content: nil, detail: detail())
    }

    public init(
        columnVisibility: Binding<NavigationSplitViewVisibility>, @ViewBuilder sidebar: () -> Sidebar,
        @ViewBuilder detail: () -> Detail
    ) where Content == EmptyView {
        self.init(visibility: columnVisibility, sidebar: sidebar(), content: nil, detail: detail())
    }
}

extension NavigationSplitView: Primitive {
    package func update(_ element: Element) {
        let shown = visibility?.wrappedValue
        if shown != .detailOnly, shown != .doubleColumn || content == nil { element.show(sidebar, at: "sidebar") }
        if shown != .detailOnly, let content { element.show(content, at: "content") }
        element.show(detail, at: "detail")
    }

    package func nodes(_ element: Element) -> [Node] {
        let columns = element.children.map { key, child in
            let column = Node(.column, child.ownNodes, at: child)
            column.looks.append(("column", "\(key.base)"))
            return column
        }
        return [Node(.split, columns, at: element)]
    }
}
