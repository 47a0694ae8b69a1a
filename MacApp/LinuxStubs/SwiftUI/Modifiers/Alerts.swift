extension View {
    public func alert<A: View>(
        _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
    ) -> some View {
        asks(.alert, title, isPresented, actions(), EmptyView())
    }

    public func alert<A: View, M: View>(
        _ title: Text, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View {
        asks(.alert, title, isPresented, actions(), message())
    }

    public func alert<A: View, T>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A
    ) -> some View {
        asks(.alert, title, isPresented, lacksData: data == nil, data.map(actions), EmptyView())
    }

    public func alert<A: View, M: View, T>(
        _ title: Text, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View {
        asks(.alert, title, isPresented, lacksData: data == nil, data.map(actions), data.map(message))
    }

    public func alert<A: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
    ) -> some View {
        asks(.alert, Text(titleKey), isPresented, actions(), EmptyView())
    }

    public func alert<A: View, M: View>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A,
        @ViewBuilder message: () -> M
    ) -> some View {
        asks(.alert, Text(titleKey), isPresented, actions(), message())
    }

    public func alert<A: View, T>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A
    ) -> some View {
        asks(.alert, Text(titleKey), isPresented, lacksData: data == nil, data.map(actions), EmptyView())
    }

    public func alert<A: View, M: View, T>(
        _ titleKey: LocalizedStringKey, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View {
        asks(.alert, Text(titleKey), isPresented, lacksData: data == nil, data.map(actions), data.map(message))
    }

    @_disfavoredOverload
    public func alert<S: StringProtocol, A: View>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A
    ) -> some View {
        asks(.alert, Text(title), isPresented, actions(), EmptyView())
    }

    @_disfavoredOverload
    public func alert<S: StringProtocol, A: View, M: View>(
        _ title: S, isPresented: Binding<Bool>, @ViewBuilder actions: () -> A, @ViewBuilder message: () -> M
    ) -> some View {
        asks(.alert, Text(title), isPresented, actions(), message())
    }

    @_disfavoredOverload
    public func alert<S: StringProtocol, A: View, T>(
        _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A
    ) -> some View {
        asks(.alert, Text(title), isPresented, lacksData: data == nil, data.map(actions), EmptyView())
    }

    @_disfavoredOverload
    public func alert<S: StringProtocol, A: View, M: View, T>(
        _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View {
        asks(.alert, Text(title), isPresented, lacksData: data == nil, data.map(actions), data.map(message))
    }

    public func alert<E: LocalizedError, A: View>(
        isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: () -> A
    ) -> some View {
        asks(
            .alert, Text(verbatim: error?.errorDescription ?? ""), isPresented, lacksData: error == nil, actions(),
            EmptyView())
    }

    public func alert<E: LocalizedError, A: View, M: View>(
        isPresented: Binding<Bool>, error: E?, @ViewBuilder actions: (E) -> A, @ViewBuilder message: (E) -> M
    ) -> some View {
        asks(
            .alert, Text(verbatim: error?.errorDescription ?? ""), isPresented, lacksData: error == nil,
            error.map(actions), error.map(message))
    }
}
