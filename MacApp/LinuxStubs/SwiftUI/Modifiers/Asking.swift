/// An alert or a confirmation dialog.
struct Asking<Actions: View, Message: View>: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let kind: Node.Kind
    let title: Text
    let isPresented: Binding<Bool>
    let lacksData: Bool
    let actions: Actions
    let message: Message
    /// Called after an action that is no way out.
    var proceed: () -> Void = {}

    func update(_ content: any View, _ element: Element) {
        element.show(content, at: "content")
        guard isPresented.wrappedValue, !lacksData else { return }
        var environment = element.environment
        environment.isEnabled = true
        element.show(message, at: "message", environment: environment)
        element.show(actions, at: "actions", environment: environment)
    }

    func nodes(_ element: Element) -> [Node] {
        let below = element.nodes(at: "content")
        guard isPresented.wrappedValue, !lacksData else { return below }
        let close = { isPresented.wrappedValue = false }
        var buttons = element.nodes(at: "actions")
        for button in buttons.flatMap(\.all) where button.kind == .button {
            let (action, isWayOut) = (button.action, button.role == .cancel)
            // The binding goes back first, so that an action may ask the next question.
            button.action = {
                close()
                action?()
                if !isWayOut { proceed() }
            }
        }
        // What the system adds: a way out, where there is none.
        let hasCancel = buttons.contains { $0.role == .cancel }
        if buttons.isEmpty || (kind == .dialog && !hasCancel) {
            let button = Node(.button, buttons.isEmpty && kind == .alert ? "OK" : "Cancel", at: element)
            button.isEnabled = true
            button.role = .cancel
            button.action = close
            button.shortcut = .cancelAction
            buttons.append(button)
        }
        let node = Node(
            kind, title.resolved(in: element.environment), element.nodes(at: "message") + buttons, at: element)
        node.isEnabled = true
        node.isModal = true
        node.dismiss = buttons.first { $0.role == .cancel }?.action
        return below + [node]
    }
}

extension View {
    func asks(
        _ kind: Node.Kind, _ title: Text, _ isPresented: Binding<Bool>, lacksData: Bool = false,
        _ actions: some View, _ message: some View
    ) -> some View {
        modifier(
            Asking(
                kind: kind, title: title, isPresented: isPresented, lacksData: lacksData, actions: actions,
                message: message))
    }

    public func dialogIcon(_ icon: Image?) -> some View { self }

    public func dialogSeverity(_ severity: DialogSeverity) -> some View { self }
}

public struct DialogSeverity: Equatable, Sendable {
    private let name: String

    public static let automatic = DialogSeverity(name: "automatic")
    public static let critical = DialogSeverity(name: "critical")
    public static let standard = DialogSeverity(name: "standard")
}
