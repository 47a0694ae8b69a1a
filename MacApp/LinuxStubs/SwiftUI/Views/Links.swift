import CoreTransferable

public struct Link<Label: View>: View {
    public typealias Body = Never

    let destination: URL
    let label: Label

    public init(destination: URL, @ViewBuilder label: () -> Label) {
        self.destination = destination
        self.label = label()
    }
}

extension Link where Label == Text {
    public init(_ titleKey: LocalizedStringKey, destination: URL) {
        self.init(destination: destination) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, destination: URL) {
        self.init(destination: destination) { Text(title) }
    }
}

extension Link: Primitive {
    package func update(_ element: Element) { element.show(label, at: "label") }

    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.link, element.nodes, at: element)
        let open = element.environment.openURL
        node.action = { open(destination) }
        node.accessibility.traits = .isLink
        return [node]
    }
}

public struct SettingsLink<Label: View>: View {
    public typealias Body = Never

    let label: Label

    public init() where Label == DefaultSettingsLinkLabel {
        label = DefaultSettingsLinkLabel()
    }

    public init(@ViewBuilder label: () -> Label) {
        self.label = label()
    }
}

public struct DefaultSettingsLinkLabel: View {
    public var body: some View { Text(verbatim: "Settings…") }
}

extension SettingsLink: Primitive {
    package func update(_ element: Element) { element.show(label, at: "label") }

    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.button, element.nodes, at: element)
        let open = element.environment.openSettings
        node.action = { open() }
        return [node]
    }
}

public struct SharePreview<ImageType, IconType> {
    let title: Text
}

extension SharePreview where ImageType == Never, IconType == Never {
    public init(_ titleKey: LocalizedStringKey) {
        title = Text(titleKey)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S) {
        self.title = Text(title)
    }
}

public struct DefaultShareLinkLabel: View {
    public var body: some View { Text(verbatim: "Share…") }
}

/// What is shared is kept on the node, for a test to look at; nothing leaves it.
public struct ShareLink<Data: RandomAccessCollection, PreviewImage, PreviewIcon, Label: View>: View
where Data.Element: Transferable {
    public typealias Body = Never

    let items: Data
    let label: Label
}

extension ShareLink where PreviewImage == Never, PreviewIcon == Never {
    public init(item: String, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label)
    where Data == CollectionOfOne<String> {
        self.init(items: CollectionOfOne(item), label: label())
    }

    public init(item: URL, subject: Text? = nil, message: Text? = nil, @ViewBuilder label: () -> Label)
    where Data == CollectionOfOne<URL> {
        self.init(items: CollectionOfOne(item), label: label())
    }

    public init(item: String, subject: Text? = nil, message: Text? = nil)
    where Data == CollectionOfOne<String>, Label == DefaultShareLinkLabel {
        self.init(items: CollectionOfOne(item), label: DefaultShareLinkLabel())
    }

    public init(item: URL, subject: Text? = nil, message: Text? = nil)
    where Data == CollectionOfOne<URL>, Label == DefaultShareLinkLabel {
        self.init(items: CollectionOfOne(item), label: DefaultShareLinkLabel())
    }

    public init(_ titleKey: LocalizedStringKey, item: String, subject: Text? = nil, message: Text? = nil)
    where Data == CollectionOfOne<String>, Label == Text {
        self.init(items: CollectionOfOne(item), label: Text(titleKey))
    }

    public init(_ titleKey: LocalizedStringKey, item: URL, subject: Text? = nil, message: Text? = nil)
    where Data == CollectionOfOne<URL>, Label == Text {
        self.init(items: CollectionOfOne(item), label: Text(titleKey))
    }
}

extension ShareLink {
    public init<I: Transferable>(
        item: I, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>,
        @ViewBuilder label: () -> Label
    ) where Data == CollectionOfOne<I> {
        self.init(items: CollectionOfOne(item), label: label())
    }

    public init<I: Transferable>(
        item: I, subject: Text? = nil, message: Text? = nil, preview: SharePreview<PreviewImage, PreviewIcon>
    ) where Data == CollectionOfOne<I>, Label == DefaultShareLinkLabel {
        self.init(items: CollectionOfOne(item), label: DefaultShareLinkLabel())
    }

    public init<I: Transferable>(
        _ titleKey: LocalizedStringKey, item: I, subject: Text? = nil, message: Text? = nil,
        preview: SharePreview<PreviewImage, PreviewIcon>
    ) where Data == CollectionOfOne<I>, Label == Text {
        self.init(items: CollectionOfOne(item), label: Text(titleKey))
    }
}

extension ShareLink: Primitive {
    package func update(_ element: Element) { element.show(label, at: "label") }

    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.shareLink, element.nodes, at: element)
        node.drag = { Array(items) }
        node.action = {}
        node.accessibility.traits = .isButton
        return [node]
    }
}
