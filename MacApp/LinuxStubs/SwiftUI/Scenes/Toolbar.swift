@MainActor
@preconcurrency
public protocol ToolbarContent {
    associatedtype Body: ToolbarContent
    @ToolbarContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

@MainActor
@preconcurrency
public protocol CustomizableToolbarContent: ToolbarContent
where Body: CustomizableToolbarContent {}

extension Never: ToolbarContent, CustomizableToolbarContent {}

extension ToolbarContent where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body") }
}

/// A part of a toolbar that the stub knows.
@MainActor
protocol ToolbarPart {
    var view: AnyView { get }
}

public struct ToolbarItemPlacement: Sendable {
    let name: String

    public static let automatic = ToolbarItemPlacement(name: "automatic")
    public static let principal = ToolbarItemPlacement(name: "principal")
    public static let navigation = ToolbarItemPlacement(name: "navigation")
    public static let primaryAction = ToolbarItemPlacement(name: "primaryAction")
    public static let secondaryAction = ToolbarItemPlacement(name: "secondaryAction")
    public static let status = ToolbarItemPlacement(name: "status")
    public static let confirmationAction = ToolbarItemPlacement(name: "confirmationAction")
    public static let cancellationAction = ToolbarItemPlacement(name: "cancellationAction")
    public static let destructiveAction = ToolbarItemPlacement(name: "destructiveAction")

    public static func accessoryBar<ID: Hashable>(id: ID) -> ToolbarItemPlacement {
        ToolbarItemPlacement(name: "accessoryBar \(id)")
    }
}

public struct ToolbarItem<ID, Content: View>: ToolbarContent {
    public typealias Body = Never

    let content: Content
    let placement: ToolbarItemPlacement
}

extension ToolbarItem where ID == () {
    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.init(content: content(), placement: placement)
    }
}

extension ToolbarItem: CustomizableToolbarContent where ID == String {
    public init(id: String, placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.init(content: content(), placement: placement)
    }
}

extension ToolbarItem: ToolbarPart {
    var view: AnyView { AnyView(ToolbarPlace(content: content, placement: placement)) }
}

public struct ToolbarItemGroup<Content: View>: ToolbarContent {
    public typealias Body = Never

    let content: Content
    let placement: ToolbarItemPlacement

    public init(placement: ToolbarItemPlacement = .automatic, @ViewBuilder content: () -> Content) {
        self.content = content()
        self.placement = placement
    }
}

extension ToolbarItemGroup: ToolbarPart {
    var view: AnyView { AnyView(ToolbarPlace(content: content, placement: placement)) }
}

struct ToolbarPlace<Content: View>: View {
    typealias Body = Never

    let content: Content
    let placement: ToolbarItemPlacement
}

extension ToolbarPlace: Primitive {
    package func update(_ element: Element) { element.show(content, at: "content") }

    package func nodes(_ element: Element) -> [Node] {
        let nodes = element.nodes
        // In a sheet these two are the answers to Return and Escape.
        for node in nodes.flatMap(\.all) where node.kind == .button && node.shortcut == nil {
            if placement.name == "confirmationAction" { node.shortcut = .defaultAction }
            if placement.name == "cancellationAction" { node.shortcut = .cancelAction }
        }
        let node = Node(.toolbarItem, nodes, at: element)
        node.looks.append(("placement", placement.name))
        return [node]
    }
}

extension View {
    public func toolbar<Content: ToolbarContent>(
        @ToolbarContentBuilder content: () -> Content
    ) -> some View {
        adding(.toolbar, before: true, shown(content()))
    }

    public func toolbar<Content: CustomizableToolbarContent>(
        id: String, @ToolbarContentBuilder content: () -> Content
    ) -> some View {
        adding(.toolbar, before: true, shown(content()))
    }

    public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        adding(.toolbar, before: true, content())
    }

    public func toolbar(removing defaultItemKind: ToolbarDefaultItemKind?) -> some View { self }

    public func toolbar(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }

    public func toolbarVisibility(_ visibility: Visibility, for bars: ToolbarPlacement...) -> some View { self }

    public func toolbarBackground<S: ShapeStyle>(_ style: S, for bars: ToolbarPlacement...) -> some View { self }

    public func toolbarBackgroundVisibility(
        _ visibility: Visibility, for bars: ToolbarPlacement...
    ) -> some View { self }

    public func toolbarRole(_ role: ToolbarRole) -> some View { self }

    public func toolbarTitleMenu<C: View>(@ViewBuilder content: () -> C) -> some View {
        adding(.toolbar, before: true, Menu("Title", content: content))
    }
}

public struct ToolbarDefaultItemKind: Sendable {
    public static let sidebarToggle = ToolbarDefaultItemKind()
    public static let title = ToolbarDefaultItemKind()
}

public struct ToolbarPlacement: Sendable {
    public static let automatic = ToolbarPlacement()
    public static let windowToolbar = ToolbarPlacement()
}

public struct ToolbarRole: Sendable {
    public static let automatic = ToolbarRole()
    public static let browser = ToolbarRole()
    public static let editor = ToolbarRole()
}
