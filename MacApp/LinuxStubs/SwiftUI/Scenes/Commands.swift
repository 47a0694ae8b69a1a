@MainActor
@preconcurrency
public protocol Commands {
    associatedtype Body: Commands
    @CommandsBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Commands {}

extension Commands where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body") }
}

public struct CommandGroupPlacement: Equatable, Sendable {
    package let name: String

    public static let appInfo = CommandGroupPlacement(name: "appInfo")
    public static let appSettings = CommandGroupPlacement(name: "appSettings")
    public static let systemServices = CommandGroupPlacement(name: "systemServices")
    public static let appVisibility = CommandGroupPlacement(name: "appVisibility")
    public static let appTermination = CommandGroupPlacement(name: "appTermination")
    public static let newItem = CommandGroupPlacement(name: "newItem")
    public static let saveItem = CommandGroupPlacement(name: "saveItem")
    public static let importExport = CommandGroupPlacement(name: "importExport")
    public static let printItem = CommandGroupPlacement(name: "printItem")
    public static let undoRedo = CommandGroupPlacement(name: "undoRedo")
    public static let pasteboard = CommandGroupPlacement(name: "pasteboard")
    public static let textEditing = CommandGroupPlacement(name: "textEditing")
    public static let textFormatting = CommandGroupPlacement(name: "textFormatting")
    public static let toolbar = CommandGroupPlacement(name: "toolbar")
    public static let sidebar = CommandGroupPlacement(name: "sidebar")
    public static let windowSize = CommandGroupPlacement(name: "windowSize")
    public static let windowList = CommandGroupPlacement(name: "windowList")
    public static let singleWindowList = CommandGroupPlacement(name: "singleWindowList")
    public static let windowArrangement = CommandGroupPlacement(name: "windowArrangement")
    public static let help = CommandGroupPlacement(name: "help")
}

/// What a piece of commands adds to the menu bar.
package struct MenuPart {
    package enum Place {
        case menu(Text)
        case before(CommandGroupPlacement)
        case after(CommandGroupPlacement)
        case replacing(CommandGroupPlacement)
    }

    package let place: Place
    package let content: AnyView
}

@MainActor
protocol PrimitiveCommands: Commands where Body == Never {
    var parts: [MenuPart] { get }
}

/// The parts of commands, in order. Commands that somebody composed may read state and what the window in front tells.
@MainActor
package func menuParts<C: Commands>(of commands: C, linking element: Element) -> [MenuPart] {
    if let primitive = commands as? any PrimitiveCommands { return primitive.parts }
    if let joined = commands as? any JoinedCommands {
        return joined.joined.flatMap { menuParts(of: $0, linking: element) }
    }
    var commands = commands
    link(&commands, to: element, prefix: "\(C.self).")
    return menuParts(of: commands.body, linking: element)
}

public struct CommandMenu<Content: View>: Commands, PrimitiveCommands {
    public typealias Body = Never

    let parts: [MenuPart]

    public init(_ name: Text, @ViewBuilder content: () -> Content) {
        parts = [MenuPart(place: .menu(name), content: AnyView(content()))]
    }

    public init(_ nameKey: LocalizedStringKey, @ViewBuilder content: () -> Content) {
        self.init(Text(nameKey), content: content)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ name: S, @ViewBuilder content: () -> Content) {
        self.init(Text(name), content: content)
    }
}

public struct CommandGroup<Content: View>: Commands, PrimitiveCommands {
    public typealias Body = Never

    let parts: [MenuPart]

    public init(before group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {
        parts = [MenuPart(place: .before(group), content: AnyView(addition()))]
    }

    public init(after group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {
        parts = [MenuPart(place: .after(group), content: AnyView(addition()))]
    }

    public init(replacing group: CommandGroupPlacement, @ViewBuilder addition: () -> Content) {
        parts = [MenuPart(place: .replacing(group), content: AnyView(addition()))]
    }
}

public struct EmptyCommands: Commands, PrimitiveCommands {
    public typealias Body = Never

    let parts: [MenuPart] = []

    public init() {}
}

/// Adds Show Sidebar to the View menu.
public struct SidebarCommands: Commands, PrimitiveCommands {
    public typealias Body = Never

    let parts: [MenuPart]

    public init() {
        let toggle = Button("Toggle Sidebar") {}.keyboardShortcut("s", modifiers: [.command, .control])
        parts = [MenuPart(place: .after(.sidebar), content: AnyView(toggle))]
    }
}

/// Adds Find and the like to the Edit menu.
public struct TextEditingCommands: Commands, PrimitiveCommands {
    public typealias Body = Never

    let parts: [MenuPart] = []

    public init() {}
}

public struct TextFormattingCommands: Commands, PrimitiveCommands {
    public typealias Body = Never

    let parts: [MenuPart] = []

    public init() {}
}

public struct ToolbarCommands: Commands, PrimitiveCommands {
    public typealias Body = Never

    let parts: [MenuPart] = []

    public init() {}
}

public struct InspectorCommands: Commands, PrimitiveCommands {
    public typealias Body = Never

    let parts: [MenuPart] = []

    public init() {}
}

@MainActor
protocol JoinedCommands {
    var joined: [any Commands] { get }
}

public struct TupleCommandContent<T>: Commands, JoinedCommands {
    public typealias Body = Never

    let joined: [any Commands]
}

@resultBuilder
@MainActor
public struct CommandsBuilder {
    public static func buildExpression<Content: Commands>(_ content: Content) -> Content { content }

    public static func buildBlock() -> EmptyCommands { EmptyCommands() }

    public static func buildBlock<C: Commands>(_ content: C) -> C { content }

    @_disfavoredOverload
    public static func buildBlock<each C: Commands>(_ content: repeat each C) -> some Commands {
        var joined: [any Commands] = []
        repeat joined.append(each content)
        return TupleCommandContent<(repeat each C)>(joined: joined)
    }

    public static func buildIf<C: Commands>(_ content: C?) -> some Commands {
        TupleCommandContent<C?>(joined: content.map { [$0] } ?? [])
    }

    public static func buildEither<T: Commands, F: Commands>(first: T) -> TupleCommandContent<(T, F)> {
        TupleCommandContent(joined: [first])
    }

    public static func buildEither<T: Commands, F: Commands>(second: F) -> TupleCommandContent<(T, F)> {
        TupleCommandContent(joined: [second])
    }
}
