public struct Menu<Label: View, Content: View>: View {
    public typealias Body = Never

    let content: Content
    let label: Label
    let primaryAction: (() -> Void)?

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.init(content: content(), label: label(), primaryAction: nil)
    }

    public init(
        @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label, primaryAction: @escaping () -> Void
    ) {
        self.init(content: content(), label: label(), primaryAction: primaryAction)
    }

    private init(content: Content, label: Label, primaryAction: (() -> Void)?) {
        self.content = content
        self.label = label
        self.primaryAction = primaryAction
    }
}

extension Menu where Label == Text {
    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        self.init(content: content) { Text(title) }
    }

    public init(
        _ titleKey: LocalizedStringKey, @ViewBuilder content: () -> Content, primaryAction: @escaping () -> Void
    ) {
        self.init(content: content, label: { Text(titleKey) }, primaryAction: primaryAction)
    }
}

extension Menu where Label == SwiftUI.Label<Text, Image> {
    public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(content: content) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(content: content) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}

extension Menu: Primitive {
    package func update(_ element: Element) {
        element.show(label, at: "label")
        element.show(content, at: "content")
    }

    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.menu, label: element.nodes(at: "label"), element.nodes(at: "content"), at: element)
        node.action = primaryAction
        node.accessibility.traits = .isButton
        return [node]
    }
}

public struct ControlGroup<Content: View>: View {
    public typealias Body = Never

    let content: AnyView

    public init(@ViewBuilder content: () -> Content) {
        self.content = AnyView(content())
    }

    public init<C: View, L: View>(
        @ViewBuilder content: () -> C, @ViewBuilder label: () -> L
    ) where Content == LabeledControlGroupContent<C, L> {
        self.content = AnyView(content())
    }
}

public struct LabeledControlGroupContent<Content: View, Label: View>: View {
    public typealias Body = Never
}

extension LabeledControlGroupContent: Primitive {}

extension ControlGroup: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }

    package func nodes(_ element: Element) -> [Node] { [Node(.group, element.nodes, at: element)] }
}

extension View {
    public func contextMenu<MenuItems: View>(@ViewBuilder menuItems: () -> MenuItems) -> some View {
        adding(.contextMenu, menuItems())
    }

    public func contextMenu<M: View, P: View>(
        @ViewBuilder menuItems: () -> M, @ViewBuilder preview: () -> P
    ) -> some View {
        adding(.contextMenu, menuItems())
    }

    public func contextMenu<I: Hashable, M: View>(
        forSelectionType itemType: I.Type = I.self, @ViewBuilder menu: @escaping (Set<I>) -> M,
        primaryAction: ((Set<I>) -> Void)? = nil
    ) -> some View {
        modifier(SelectionMenu(menu: menu, primaryAction: primaryAction))
    }

    public func menuIndicator(_ visibility: Visibility) -> some View { self }

    public func menuActionDismissBehavior(_ behavior: MenuActionDismissBehavior) -> some View { self }
}

public struct MenuActionDismissBehavior: Equatable, Sendable {
    private let name: String

    public static let automatic = MenuActionDismissBehavior(name: "automatic")
    public static let enabled = MenuActionDismissBehavior(name: "enabled")
    public static let disabled = MenuActionDismissBehavior(name: "disabled")
}

/// The menu of the rows that are chosen in a list or a table.
private struct SelectionMenu<I: Hashable, M: View>: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let menu: (Set<I>) -> M
    let primaryAction: ((Set<I>) -> Void)?

    func nodes(_ element: Element) -> [Node] {
        let nodes = element.nodes
        for list in nodes.flatMap(\.all) where list.selection != nil {
            list.selection?.primaryAction = { tags in primaryAction?(chosen(tags)) }
            list.selection?.menu = { tags in
                // Made when it opens, for the rows that it opens on.
                Element(menu(chosen(tags)), element.environment, in: element.graph, under: element).ownNodes
            }
        }
        return nodes
    }

    private func chosen(_ tags: Set<AnyHashable>) -> Set<I> {
        Set(tags.compactMap { $0.base as? I })
    }
}
