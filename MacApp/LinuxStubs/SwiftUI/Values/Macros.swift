@attached(accessor)
@attached(peer, names: prefixed(__Key_))
public macro Entry() = #externalMacro(module: "StubMacros", type: "EntryMacro")

@freestanding(declaration)
public macro Preview(
    _ name: String? = nil, @ViewBuilder body: @escaping @MainActor () -> any View
) = #externalMacro(module: "StubMacros", type: "PreviewMacro")

/// What a `#Preview` becomes.
@MainActor
public protocol DeveloperToolsPreview {
    static func make() -> any View
}

@MainActor
public func previewBody<Content: View>(@ViewBuilder _ body: () -> Content) -> any View {
    body()
}
