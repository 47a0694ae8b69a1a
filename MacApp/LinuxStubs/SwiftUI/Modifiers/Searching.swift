public struct SearchFieldPlacement: Sendable {
    public static let automatic = SearchFieldPlacement()
    public static let toolbar = SearchFieldPlacement()
    public static let toolbarPrincipal = SearchFieldPlacement()
    public static let sidebar = SearchFieldPlacement()
}

public struct SearchScopeActivation: Sendable {
    public static let automatic = SearchScopeActivation()
    public static let onTextEntry = SearchScopeActivation()
    public static let onSearchPresentation = SearchScopeActivation()
}

/// A field to search in, above its content.
private struct Searching: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let text: Binding<String>
    let isPresented: Binding<Bool>?
    let prompt: Text?

    func update(_ content: any View, _ element: Element) {
        var environment = element.environment
        let text = text
        let isPresented = isPresented
        environment.isSearching = !text.wrappedValue.isEmpty || isPresented?.wrappedValue == true
        environment.dismissSearch.dismiss = {
            text.wrappedValue = ""
            isPresented?.wrappedValue = false
        }
        element.show(content, at: "content", environment: environment)
        // The words typed stand in the field, so the field changes with them.
        if isPresented?.wrappedValue == true, element.memory["presented"] == nil {
            element.graph.afterUpdate { [weak element] in
                guard let element else { return }
                let field = element.graph.focusable.first { $0.kind == .search && $0.element === element }
                if let field { element.graph.moveFocus(to: field) }
            }
        }
        element.memory["presented"] = isPresented?.wrappedValue == true ? true : nil
    }

    func nodes(_ element: Element) -> [Node] {
        let prompt = prompt?.resolved(in: element.environment)
        let node = Node(.search, prompt ?? "Search", at: element)
        node.isFocusable = true
        let submits = element.environment.submitActions.filter { $0.triggers.contains(.search) }
        node.edit = Edit(
            get: { text.wrappedValue }, set: { text.wrappedValue = $0 },
            submit: { for submit in submits { submit.action() } }, prompt: prompt)
        node.accessibility.traits = .isSearchField
        return [node] + element.nodes
    }
}

extension View {
    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: Text? = nil
    ) -> some View {
        modifier(Searching(text: text, isPresented: nil, prompt: prompt))
    }

    public func searchable(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: LocalizedStringKey
    ) -> some View {
        modifier(Searching(text: text, isPresented: nil, prompt: Text(prompt)))
    }

    @_disfavoredOverload
    public func searchable<S: StringProtocol>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
    ) -> some View {
        modifier(Searching(text: text, isPresented: nil, prompt: Text(prompt)))
    }

    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic,
        prompt: Text? = nil
    ) -> some View {
        modifier(Searching(text: text, isPresented: isPresented, prompt: prompt))
    }

    public func searchable(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic,
        prompt: LocalizedStringKey
    ) -> some View {
        modifier(Searching(text: text, isPresented: isPresented, prompt: Text(prompt)))
    }

    @_disfavoredOverload
    public func searchable<S: StringProtocol>(
        text: Binding<String>, isPresented: Binding<Bool>, placement: SearchFieldPlacement = .automatic, prompt: S
    ) -> some View {
        modifier(Searching(text: text, isPresented: isPresented, prompt: Text(prompt)))
    }

    public func searchScopes<V: Hashable, S: View>(
        _ scope: Binding<V>, @ViewBuilder scopes: () -> S
    ) -> some View {
        adding(.suggestions, before: true, Picker("Search scope", selection: scope, content: scopes))
    }

    public func searchSuggestions<S: View>(@ViewBuilder _ suggestions: () -> S) -> some View {
        adding(.suggestions, suggestions())
    }

    public func searchCompletion(_ completion: String) -> some View { self }

    public func searchFocused(_ binding: FocusState<Bool>.Binding) -> some View {
        altered { node in
            if node.kind == .search { node.focusTies.append(FocusTie(binding, equals: true)) }
        }
    }

    public func searchFocused<V: Hashable>(_ binding: FocusState<V>.Binding, equals value: V) -> some View {
        altered { node in
            if node.kind == .search { node.focusTies.append(FocusTie(binding, equals: value)) }
        }
    }

    public func findNavigator(isPresented: Binding<Bool>) -> some View { self }
}
