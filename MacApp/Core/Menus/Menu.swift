/// A menu as a value, to be drawn by whatever draws menus.
public struct Menu: Equatable, Sendable {
    public let title: String
    public let items: [MenuItem]

    public init(_ title: String, _ items: [MenuItem]) {
        self.title = title
        self.items = items
    }
}

public enum MenuItem: Equatable, Sendable {
    /// One of Tandem's own.
    case command(CommandItem)
    /// One that macOS carries out, wherever the keyboard is.
    case system(SystemItem)
    case submenu(Menu)
    case separator
}

/// A command as it stands in a menu now.
public struct CommandItem: Equatable, Sendable {
    public let command: AppCommand
    public let title: String
    public let shortcut: MenuShortcut?
    public let availability: Availability
    public let isChecked: Bool
}

/// The items of every Mac program.
public enum SystemItem: CaseIterable, Sendable {
    case about, services, hide, hideOthers, showAll, quit
    case closeWindow
    case undo, redo, cut, copy, paste, pasteAndMatchStyle, delete, selectAll
    case useSelectionForFind, showSpelling, checkSpelling, spellWhileTyping, startSpeaking, stopSpeaking
    case fullScreen
    case minimize, zoom, bringAllToFront

    public var title: String {
        switch self {
        case .about: "About Tandem"
        case .services: "Services"
        case .hide: "Hide Tandem"
        case .hideOthers: "Hide Others"
        case .showAll: "Show All"
        case .quit: "Quit Tandem"
        case .closeWindow: "Close Window"
        case .undo: "Undo"
        case .redo: "Redo"
        case .cut: "Cut"
        case .copy: "Copy"
        case .paste: "Paste"
        case .pasteAndMatchStyle: "Paste and Match Style"
        case .delete: "Delete"
        case .selectAll: "Select All"
        case .useSelectionForFind: "Use Selection for Find"
        case .showSpelling: "Show Spelling and Grammar"
        case .checkSpelling: "Check Document Now"
        case .spellWhileTyping: "Check Spelling While Typing"
        case .startSpeaking: "Start Speaking"
        case .stopSpeaking: "Stop Speaking"
        case .fullScreen: "Enter Full Screen"
        case .minimize: "Minimize"
        case .zoom: "Zoom"
        case .bringAllToFront: "Bring All to Front"
        }
    }

    public var shortcut: MenuShortcut? {
        switch self {
        case .hide: MenuShortcut("h")
        case .hideOthers: MenuShortcut("h", [.option, .command])
        case .quit: MenuShortcut("q")
        case .closeWindow: MenuShortcut("w")
        case .undo: MenuShortcut("z")
        case .redo: MenuShortcut("z", [.shift, .command])
        case .cut: MenuShortcut("x")
        case .copy: MenuShortcut("c")
        case .paste: MenuShortcut("v")
        case .pasteAndMatchStyle: MenuShortcut("v", [.option, .shift, .command])
        case .selectAll: MenuShortcut("a")
        case .useSelectionForFind: MenuShortcut("e")
        case .showSpelling: MenuShortcut(":")
        case .checkSpelling: MenuShortcut(";")
        case .fullScreen: MenuShortcut("f", [.control, .command])
        case .minimize: MenuShortcut("m")
        default: nil
        }
    }
}
