/// What is asked when someone is about to close the window.
private struct DismissalQuestion<Actions: View, Message: View>: ViewModifier {
    let title: Text
    let shouldPresent: Bool
    let actions: Actions
    let message: Message
    @State private var isAsking = false
    @State private var close: () -> Void = {}

    func body(content: Content) -> some View {
        content
            .modifier(
                Asking(
                    kind: .dialog, title: title, isPresented: $isAsking, lacksData: false, actions: actions,
                    message: message, proceed: close)
            )
            .altered { node in
                guard shouldPresent else { return }
                node.askBeforeClosing = { close in
                    self.close = close
                    isAsking = true
                }
            }
    }
}

extension View {
    public func dismissalConfirmationDialog<A: View, M: View>(
        _ title: Text, shouldPresent: Bool, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View {
        modifier(
            DismissalQuestion(title: title, shouldPresent: shouldPresent, actions: actions(), message: message()))
    }

    public func dismissalConfirmationDialog<A: View, M: View>(
        _ titleKey: LocalizedStringKey, shouldPresent: Bool, @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        dismissalConfirmationDialog(
            Text(titleKey), shouldPresent: shouldPresent, actions: actions, message: message)
    }

    @_disfavoredOverload
    public func dismissalConfirmationDialog<S: StringProtocol, A: View, M: View>(
        _ title: S, shouldPresent: Bool, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View {
        dismissalConfirmationDialog(Text(title), shouldPresent: shouldPresent, actions: actions, message: message)
    }
}
