import Foundation

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
        case .about: String(localized: "About Tandem")
        case .services: String(localized: "Services")
        case .hide: String(localized: "Hide Tandem")
        case .hideOthers: String(localized: "Hide Others")
        case .showAll: String(localized: "Show All")
        case .quit: String(localized: "Quit Tandem")
        case .closeWindow: String(localized: "Close Window")
        case .undo: String(localized: "Undo")
        case .redo: String(localized: "Redo")
        case .cut: String(localized: "Cut")
        case .copy: String(localized: "Copy")
        case .paste: String(localized: "Paste")
        case .pasteAndMatchStyle: String(localized: "Paste and Match Style")
        case .delete: String(localized: "Delete")
        case .selectAll: String(localized: "Select All")
        case .useSelectionForFind: String(localized: "Use Selection for Find")
        case .showSpelling: String(localized: "Show Spelling and Grammar")
        case .checkSpelling: String(localized: "Check Document Now")
        case .spellWhileTyping: String(localized: "Check Spelling While Typing")
        case .startSpeaking: String(localized: "Start Speaking")
        case .stopSpeaking: String(localized: "Stop Speaking")
        case .fullScreen: String(localized: "Enter Full Screen")
        case .minimize: String(localized: "Minimize")
        case .zoom: String(localized: "Zoom")
        case .bringAllToFront: String(localized: "Bring All to Front")
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
