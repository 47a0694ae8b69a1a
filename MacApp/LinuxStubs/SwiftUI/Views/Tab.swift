@MainActor
@preconcurrency
public protocol TabContent<TabValue> {
    associatedtype TabValue: Hashable
    associatedtype Body: TabContent
    @MainActor @preconcurrency var tabs: AnyView { get }
}

extension Never: TabContent {
    public typealias TabValue = Never

    public var tabs: AnyView { AnyView(EmptyView()) }
}

public struct Tab<Value: Hashable, Content: View, Label: View>: TabContent {
    public typealias TabValue = Value
    public typealias Body = Never

    public let tabs: AnyView
}

extension Tab {
    private init(_ value: Value?, _ content: Content, _ label: some View) {
        let page = TabPage(content: content, label: AnyView(label))
        tabs = value.map { AnyView(page.tag($0)) } ?? AnyView(page)
    }

    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, value: Value, @ViewBuilder content: () -> Content
    ) where Label == DefaultTabLabel {
        self.init(value, content(), SwiftUI.Label(titleKey, systemImage: systemImage))
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, value: Value, @ViewBuilder content: () -> Content
    ) where Label == DefaultTabLabel {
        self.init(value, content(), SwiftUI.Label(title, systemImage: systemImage))
    }

    public init(
        value: Value, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {
        self.init(value, content(), label())
    }

    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content
    ) where Value == Never, Label == DefaultTabLabel {
        self.init(nil, content(), SwiftUI.Label(titleKey, systemImage: systemImage))
    }
}

public struct DefaultTabLabel: View {
    public var body: some View { EmptyView() }
}

struct TabPage<Content: View>: View {
    typealias Body = Never

    let content: Content
    let label: AnyView
}

extension TabPage: Primitive {
    package func update(_ element: Element) {
        element.show(label, at: "label")
        element.show(content, at: "content")
    }

    package func nodes(_ element: Element) -> [Node] {
        [Node(.group, label: element.nodes(at: "label"), element.nodes(at: "content"), at: element)]
    }
}

@resultBuilder
@MainActor
public struct TabContentBuilder<Value: Hashable> {
    public struct Content<C: TabContent>: View {
        public var body: some View { EmptyView() }
    }

    public struct Joined: TabContent {
        public typealias TabValue = Value
        public typealias Body = Never

        public let tabs: AnyView
    }

    public static func buildExpression<C: TabContent>(_ content: C) -> C where C.TabValue == Value { content }

    public static func buildBlock<C: TabContent>(_ content: C) -> C where C.TabValue == Value { content }

    public static func buildBlock<each C: TabContent>(_ content: repeat each C) -> Joined {
        var pages: [AnyView] = []
        repeat pages.append((each content).tabs)
        return Joined(tabs: AnyView(ForEach(Array(pages.enumerated()), id: \.offset) { $0.element }))
    }
}

extension View {
    public func tabItem<V: View>(@ViewBuilder _ label: () -> V) -> some View {
        TabPage(content: self, label: AnyView(label()))
    }
}
