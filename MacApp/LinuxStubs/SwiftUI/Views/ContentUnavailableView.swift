public struct ContentUnavailableView<Label: View, Description: View, Actions: View>: View {
    public typealias Body = Never

    let label: Label
    let description: Description
    let actions: Actions

    public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        self.label = label()
        self.description = description()
        self.actions = actions()
    }
}

extension ContentUnavailableView where Label == SwiftUI.Label<Text, Image>, Description == Text?, Actions == EmptyView {
    public init(_ title: LocalizedStringKey, systemImage name: String, description: Text? = nil) {
        self.init(
            label: { SwiftUI.Label(title, systemImage: name) }, description: { description }, actions: { EmptyView() })
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage name: String, description: Text? = nil) {
        self.init(
            label: { SwiftUI.Label(title, systemImage: name) }, description: { description }, actions: { EmptyView() })
    }
}

/// What stands there when nothing was found.
public struct SearchUnavailableContent {
    public struct Label: View {
        public var body: some View { Text(verbatim: "No Results") }
    }

    public struct Description: View {
        let query: String?

        public var body: some View {
            Text(verbatim: query.map { "No results for “\($0)”." } ?? "Check the spelling or try a new search.")
        }
    }

    public struct Actions: View {
        public var body: some View { EmptyView() }
    }
}

extension ContentUnavailableView
where
    Label == SearchUnavailableContent.Label, Description == SearchUnavailableContent.Description,
    Actions == SearchUnavailableContent.Actions
{
    public static var search: ContentUnavailableView {
        ContentUnavailableView(
            label: { SearchUnavailableContent.Label() },
            description: { SearchUnavailableContent.Description(query: nil) },
            actions: { SearchUnavailableContent.Actions() })
    }

    public static func search(text: String) -> ContentUnavailableView {
        ContentUnavailableView(
            label: { SearchUnavailableContent.Label() },
            description: { SearchUnavailableContent.Description(query: text) },
            actions: { SearchUnavailableContent.Actions() })
    }
}

extension ContentUnavailableView: Primitive {
    package func update(_ element: Element) {
        element.show(label, at: "label")
        element.show(description, at: "description")
        element.show(actions, at: "actions")
    }

    package func nodes(_ element: Element) -> [Node] {
        [
            Node(
                .unavailable, label: element.nodes(at: "label"),
                element.nodes(at: "description") + element.nodes(at: "actions"), at: element)
        ]
    }
}
