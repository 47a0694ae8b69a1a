extension View {
    public func navigationTitle(_ title: Text) -> some View {
        altered { node, element in node.looks.append(("title", title.resolved(in: element.environment))) }
    }

    public func navigationTitle(_ titleKey: LocalizedStringKey) -> some View { navigationTitle(Text(titleKey)) }

    @_disfavoredOverload
    public func navigationTitle<S: StringProtocol>(_ title: S) -> some View { navigationTitle(Text(title)) }

    public func navigationTitle(_ title: Binding<String>) -> some View {
        navigationTitle(Text(verbatim: title.wrappedValue))
    }

    public func navigationSubtitle(_ subtitle: Text) -> some View {
        altered { node, element in node.looks.append(("subtitle", subtitle.resolved(in: element.environment))) }
    }

    public func navigationSubtitle(_ subtitleKey: LocalizedStringKey) -> some View {
        navigationSubtitle(Text(subtitleKey))
    }

    @_disfavoredOverload
    public func navigationSubtitle<S: StringProtocol>(_ subtitle: S) -> some View {
        navigationSubtitle(Text(subtitle))
    }

    public func navigationSplitViewColumnWidth(_ width: CGFloat) -> some View { self }

    public func navigationSplitViewColumnWidth(
        min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil
    ) -> some View { self }

    public func navigationDocument(_ url: URL) -> some View { self }
}
