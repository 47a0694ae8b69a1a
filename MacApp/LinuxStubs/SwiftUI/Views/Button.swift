public struct Button<Label: View>: View {
    public typealias Body = Never

    let role: ButtonRole?
    let action: @MainActor () -> Void
    let label: Label

    public init(action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.init(role: nil, action: action, label: label)
    }

    public init(role: ButtonRole?, action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label) {
        self.role = role
        self.action = action
        self.label = label()
    }
}

extension Button where Label == Text {
    public init(_ titleKey: LocalizedStringKey, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { Text(title) }
    }

    public init(_ titleKey: LocalizedStringKey, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(titleKey) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void) {
        self.init(role: role, action: action) { Text(title) }
    }
}

extension Button where Label == SwiftUI.Label<Text, Image> {
    public init(_ titleKey: LocalizedStringKey, systemImage: String, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage: String, action: @escaping @MainActor () -> Void) {
        self.init(action: action) { SwiftUI.Label(title, systemImage: systemImage) }
    }

    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, role: ButtonRole?,
        action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, systemImage: String, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        self.init(role: role, action: action) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}

extension Button where Label == PrimitiveButtonStyleConfiguration.Label {
    public init(_ configuration: PrimitiveButtonStyleConfiguration) {
        self.init(role: configuration.role, action: { configuration.trigger() }) { configuration.label }
    }
}

extension Button: Primitive {
    package func update(_ element: Element) {
        if let style = element.environment.buttonStyle {
            var inside = element.environment
            inside.buttonStyle = nil
            style.show(role: role, label: label, action: action, environment: inside, in: element)
        } else {
            element.show(label, at: "label")
        }
    }

    package func nodes(_ element: Element) -> [Node] {
        if element.environment.buttonStyle?.bringsItsButton == true { return element.nodes }
        let node = Node(.button, element.nodes, at: element)
        node.role = role
        node.action = action
        node.accessibility.traits = .isButton
        return [node]
    }
}

/// The button that gives a window its old name back, and the like: made by the system.
public struct RenameButton<Label: View>: View {
    public typealias Body = Never

    public init() where Label == SwiftUI.Label<Text, Image> {}
}

extension RenameButton: Primitive {
    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.button, "Rename", at: element)
        if let rename = element.environment.rename { node.action = { rename() } }
        node.isEnabled = node.isEnabled && node.action != nil
        return [node]
    }
}

extension View {
    public func renameAction(_ action: @escaping () -> Void) -> some View {
        inEnvironment(nil) { $0.rename = RenameAction(action: action) }
    }
}
