public struct TupleToolbarContent<T>: ToolbarContent, CustomizableToolbarContent {
    public typealias Body = Never

    let parts: [AnyView]
}

extension TupleToolbarContent: ToolbarPart {
    var view: AnyView {
        let parts = parts
        return AnyView(ForEach(parts.indices, id: \.self) { parts[$0] })
    }
}

public struct OptionalToolbarContent<Content>: ToolbarContent {
    public typealias Body = Never

    let content: AnyView?
}

extension OptionalToolbarContent: ToolbarPart {
    var view: AnyView { AnyView(content) }
}

@MainActor
func shown<C: ToolbarContent>(_ content: C) -> AnyView {
    (content as? any ToolbarPart)?.view ?? AnyView(ToolbarBody(content: content))
}

/// Toolbar content that somebody composed: it may have state, as a view has.
struct ToolbarBody<Content: ToolbarContent>: View {
    typealias Body = Never

    let content: Content
}

extension ToolbarBody: Primitive {
    package func update(_ element: Element) {
        var content = content
        link(&content, to: element)
        element.show(shown(content.body), at: "body")
    }
}

@resultBuilder
@MainActor
public struct ToolbarContentBuilder {
    public static func buildExpression<Content: ToolbarContent>(_ content: Content) -> Content { content }

    public static func buildBlock<Content: ToolbarContent>(_ content: Content) -> some ToolbarContent { content }

    @_disfavoredOverload
    public static func buildBlock<each Content: ToolbarContent>(
        _ content: repeat each Content
    ) -> some ToolbarContent {
        var parts: [AnyView] = []
        repeat parts.append(shown(each content))
        return TupleToolbarContent<(repeat each Content)>(parts: parts)
    }

    public static func buildIf<Content: ToolbarContent>(_ content: Content?) -> OptionalToolbarContent<Content> {
        OptionalToolbarContent(content: content.map { shown($0) })
    }

    public static func buildEither<T: ToolbarContent, F: ToolbarContent>(
        first: T
    ) -> EitherToolbarContent<T, F> {
        EitherToolbarContent(view: AnyView(_ConditionalContent<AnyView, AnyView>(storage: .trueContent(shown(first)))))
    }

    public static func buildEither<T: ToolbarContent, F: ToolbarContent>(
        second: F
    ) -> EitherToolbarContent<T, F> {
        EitherToolbarContent(
            view: AnyView(_ConditionalContent<AnyView, AnyView>(storage: .falseContent(shown(second)))))
    }
}

public struct EitherToolbarContent<T, F>: ToolbarContent {
    public typealias Body = Never

    let view: AnyView
}

extension EitherToolbarContent: ToolbarPart {}
