public struct TextField<Label: View>: View {
    public typealias Body = Never

    let label: Label
    let prompt: Text?
    let text: Binding<String>
    let axis: Axis?
}

extension TextField where Label == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
        self.init(label: Text(titleKey), prompt: nil, text: text, axis: nil)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
        self.init(label: Text(title), prompt: nil, text: text, axis: nil)
    }

    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
        self.init(label: Text(titleKey), prompt: prompt, text: text, axis: nil)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, prompt: Text?) {
        self.init(label: Text(title), prompt: prompt, text: text, axis: nil)
    }

    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, axis: Axis) {
        self.init(label: Text(titleKey), prompt: nil, text: text, axis: axis)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>, axis: Axis) {
        self.init(label: Text(title), prompt: nil, text: text, axis: axis)
    }

    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?, axis: Axis) {
        self.init(label: Text(titleKey), prompt: prompt, text: text, axis: axis)
    }

    public init<F: ParseableFormatStyle>(
        _ titleKey: LocalizedStringKey, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String {
        self.init(label: Text(titleKey), prompt: prompt, value: value, format: format)
    }

    @_disfavoredOverload
    public init<S: StringProtocol, F: ParseableFormatStyle>(
        _ title: S, value: Binding<F.FormatInput>, format: F, prompt: Text? = nil
    ) where F.FormatOutput == String {
        self.init(label: Text(title), prompt: prompt, value: value, format: format)
    }
}

extension TextField {
    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.init(label: label(), prompt: prompt, text: text, axis: nil)
    }

    public init(text: Binding<String>, prompt: Text? = nil, axis: Axis, @ViewBuilder label: () -> Label) {
        self.init(label: label(), prompt: prompt, text: text, axis: axis)
    }

    private init<F: ParseableFormatStyle>(
        label: Label, prompt: Text?, value: Binding<F.FormatInput>, format: F
    ) where F.FormatOutput == String {
        // What cannot be read as a value leaves the value as it was.
        let text = Binding<String>(
            origin: nil, get: { format.format(value.wrappedValue) },
            set: { text, _ in
                if let parsed = try? format.parseStrategy.parse(text) { value.wrappedValue = parsed }
            })
        self.init(label: label, prompt: prompt, text: text, axis: nil)
    }
}

extension TextField: Primitive {
    package func update(_ element: Element) {
        element.show(label, at: "label")
    }

    package func nodes(_ element: Element) -> [Node] {
        [.field(.textField, element, text: text, prompt: prompt)]
    }
}

public struct SecureField<Label: View>: View {
    public typealias Body = Never

    let label: Label
    let prompt: Text?
    let text: Binding<String>

    public init(text: Binding<String>, prompt: Text? = nil, @ViewBuilder label: () -> Label) {
        self.label = label()
        self.prompt = prompt
        self.text = text
    }
}

extension SecureField where Label == Text {
    public init(_ titleKey: LocalizedStringKey, text: Binding<String>) {
        self.init(text: text) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, text: Binding<String>) {
        self.init(text: text) { Text(title) }
    }

    public init(_ titleKey: LocalizedStringKey, text: Binding<String>, prompt: Text?) {
        self.init(text: text, prompt: prompt) { Text(titleKey) }
    }
}

extension SecureField: Primitive {
    package func update(_ element: Element) {
        element.show(label, at: "label")
    }

    package func nodes(_ element: Element) -> [Node] {
        [.field(.secureField, element, text: text, prompt: prompt)]
    }
}

public struct TextEditor: View {
    public typealias Body = Never

    let text: Binding<String>

    public init(text: Binding<String>) {
        self.text = text
    }
}

extension TextEditor: Primitive {
    package func nodes(_ element: Element) -> [Node] {
        let node = Node.field(.textEditor, element, text: text, prompt: nil)
        node.edit?.breaksLines = true
        node.edit?.submit = nil
        return [node]
    }
}

extension Node {
    static func field(_ kind: Kind, _ element: Element, text: Binding<String>, prompt: Text?) -> Node {
        let node = Node(kind, label: element.nodes(at: "label"), at: element)
        let actions = element.environment.submitActions.filter { $0.triggers.contains(.text) }
        node.edit = Edit(
            get: { text.wrappedValue }, set: { text.wrappedValue = $0 },
            submit: { for submit in actions { submit.action() } },
            prompt: prompt?.resolved(in: element.environment))
        node.isFocusable = true
        return node
    }
}

extension EnvironmentValues {
    /// Whether Return means something to a field.
    package func submits(_ field: Node) -> Bool {
        submitActions.contains { $0.triggers.contains(field.kind == .search ? .search : .text) }
    }
}

/// What happens when a field is submitted; all of those around it are asked.
package struct SubmitAction {
    let triggers: SubmitTriggers
    let action: () -> Void
}

extension View {
    public func onSubmit(of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void) -> some View {
        inEnvironment(nil) { $0.submitActions.append(SubmitAction(triggers: triggers, action: action)) }
    }

    public func submitScope(_ isBlocking: Bool = true) -> some View {
        inEnvironment(nil) { environment in
            if isBlocking { environment.submitActions = [] }
        }
    }

    public func submitLabel(_ submitLabel: SubmitLabel) -> some View { self }
}
