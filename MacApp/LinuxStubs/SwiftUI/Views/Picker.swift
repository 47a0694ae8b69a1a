public struct Picker<Label: View, SelectionValue: Hashable, Content: View>: View {
    public typealias Body = Never

    let selection: Binding<SelectionValue>
    let content: Content
    let label: Label

    public init(
        selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label
    ) {
        self.selection = selection
        self.content = content()
        self.label = label()
    }
}

extension Picker where Label == Text {
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { Text(title) }
    }
}

extension Picker where Label == SwiftUI.Label<Text, Image> {
    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, selection: Binding<SelectionValue>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        self.init(selection: selection, content: content) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}

extension Picker: Primitive {
    package func update(_ element: Element) {
        element.show(label, at: "label")
        element.show(content, at: "content")
    }

    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.picker, label: element.nodes(at: "label"), element.nodes(at: "content"), at: element)
        let selected = AnyHashable(selection.wrappedValue)
        node.options = Options(choosing: selection)
        node.accessibility.value = node.choices.first { $0.tags.contains(selected) }?.name
        return [node]
    }
}

extension Options {
    init<Value: Hashable>(choosing selection: Binding<Value>) {
        self.init(
            isSelected: { $0 == AnyHashable(selection.wrappedValue) },
            select: { tag in
                guard let value: Value = typed(tag) else { return false }
                selection.wrappedValue = value
                return true
            }, type: "\(Value.self)")
    }
}

extension Node {
    /// The options of a picker, in order, out of whatever sections they stand in.
    package var choices: [Node] {
        children.flatMap { child in
            if !child.tags.isEmpty { return [child] }
            guard let identity = child.identity else { return child.choices }
            child.tags = [identity]
            return [child]
        }
    }
}
