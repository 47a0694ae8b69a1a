import Foundation

/// Tandem's menu bar.
public struct MenuBar: Equatable, Sendable {
    /// The menus, from the left.
    public enum Place: Int, CaseIterable, Sendable { case app, file, edit, view, chat, model, window, help }

    public let menus: [Menu]

    public subscript(place: Place) -> Menu { menus[place.rawValue] }

    public init(_ context: CommandContext) {
        func own(_ command: AppCommand) -> MenuItem {
            .command(
                CommandItem(
                    command: command, title: context.title(of: command), shortcut: command.shortcut,
                    availability: context.availability(of: command), isChecked: context.isChecked(command)))
        }
        menus = [
            Menu(
                "Tandem",
                [.system(.about), .separator, own(.settings), .separator, .system(.services), .separator]
                    + [.system(.hide), .system(.hideOthers), .system(.showAll), .separator]
                    // Only there when it is needed: it is no everyday item.
                    + (context.needsRelaunch ? [own(.relaunch)] : []) + [.system(.quit)]),
            Menu(
                String(localized: "File"),
                [
                    own(.newChat), own(.newPrivateChat), own(.newWindow), own(.newFolder), .separator,
                    own(.importChats),
                    .submenu(Menu(String(localized: "Export"), [own(.exportMarkdown), own(.exportJSON), .separator, own(.exportAll)])),
                    own(.share), .separator, .system(.closeWindow),
                ]),
            Menu(
                String(localized: "Edit"),
                [
                    .system(.undo), .system(.redo), .separator, .system(.cut), .system(.copy), .system(.paste),
                    .system(.pasteAndMatchStyle), .system(.delete), .system(.selectAll), .separator, own(.copyAnswer),
                    own(.copyConversation), own(.editLastMessage), .separator,
                    .submenu(
                        Menu(
                            String(localized: "Find"),
                            [
                                own(.find), own(.findNext), own(.findPrevious), .system(.useSelectionForFind),
                                .separator,
                                own(.searchAllChats),
                            ])),
                    .submenu(
                        Menu(
                            String(localized: "Spelling and Grammar"),
                            [.system(.showSpelling), .system(.checkSpelling), .separator, .system(.spellWhileTyping)])),
                    .submenu(
                        Menu(
                            String(localized: "Speech"),
                            [own(.speakAnswer), .separator, .system(.startSpeaking), .system(.stopSpeaking)])),
                ]),
            Menu(
                String(localized: "View"),
                [
                    own(.toggleSidebar), own(.toggleStatistics), .separator, own(.toggleThinking), own(.tintDrafts),
                    .separator, own(.usualText), own(.biggerText), own(.smallerText), .separator, .system(.fullScreen),
                ]),
            Menu(
                String(localized: "Chat"),
                [
                    own(.send), own(.stop), own(.regenerate), .separator, own(.previousBranch), own(.nextBranch),
                    .separator, own(.chatSettings), own(.rename), own(.pin), own(.moveToFolder), .separator,
                ]
                    + (context.showsTrash
                        ? [own(.restore), own(.deleteForGood), own(.emptyTrash)] : [own(.trash), own(.emptyTrash)])),
            Menu(
                String(localized: "Model"),
                [
                    own(.chooseModel), own(.modelLibrary), .separator, own(.downloads), own(.pauseDownloads),
                    own(.resumeDownloads), .separator, own(.measure), own(.unloadModel),
                ]),
            Menu(
                String(localized: "Window"),
                [
                    .system(.minimize), .system(.zoom), .separator, own(.previousChat), own(.nextChat), .separator,
                    own(.quickPrompt), .separator, .system(.bringAllToFront),
                ]),
            Menu(String(localized: "Help"), [own(.help), own(.welcome)]),
        ]
    }

    /// Every item, those of submenus too.
    public var allItems: [MenuItem] {
        func items(of menu: Menu) -> [MenuItem] {
            menu.items.flatMap { item in
                if case .submenu(let menu) = item { [item] + items(of: menu) } else { [item] }
            }
        }
        return menus.flatMap(items(of:))
    }

    /// Each shortcut with the title of its item, for the check of a hot key.
    public var shortcuts: [MenuShortcut: String] {
        var all: [MenuShortcut: String] = [:]
        for item in allItems {
            switch item {
            case .command(let item): if let shortcut = item.shortcut { all[shortcut] = item.title }
            case .system(let item): if let shortcut = item.shortcut { all[shortcut] = item.title }
            case .submenu, .separator: break
            }
        }
        return all
    }
}

extension AppCommand {
    public var shortcut: MenuShortcut? {
        switch self {
        case .settings: MenuShortcut(",")
        case .newChat: MenuShortcut("n")
        case .newPrivateChat: MenuShortcut("n", [.shift, .command])
        case .newWindow: MenuShortcut("n", [.option, .command])
        case .newFolder: MenuShortcut("n", [.control, .command])
        case .importChats: MenuShortcut("o")
        case .exportMarkdown: MenuShortcut("e", [.shift, .command])
        case .find: MenuShortcut("f")
        case .findNext: MenuShortcut("g")
        case .findPrevious: MenuShortcut("g", [.shift, .command])
        case .searchAllChats: MenuShortcut("f", [.shift, .command])
        case .copyAnswer: MenuShortcut("c", [.shift, .command])
        case .copyConversation: MenuShortcut("c", [.option, .command])
        case .editLastMessage: MenuShortcut("e", [.option, .command])
        case .toggleSidebar: MenuShortcut("s", [.control, .command])
        case .toggleStatistics: MenuShortcut("i", [.option, .command])
        case .toggleThinking: MenuShortcut("t", [.option, .command])
        case .biggerText: MenuShortcut("+")
        case .smallerText: MenuShortcut("-")
        case .usualText: MenuShortcut("0")
        case .send: MenuShortcut(.return, .command)
        case .stop: MenuShortcut(".")
        case .regenerate: MenuShortcut("r")
        case .previousBranch: MenuShortcut("[")
        case .nextBranch: MenuShortcut("]")
        case .chatSettings: MenuShortcut("i")
        case .pin: MenuShortcut("p", [.shift, .command])
        case .trash: MenuShortcut(.delete, .command)
        case .previousChat: MenuShortcut(.tab, [.control, .shift])
        case .nextChat: MenuShortcut(.tab, .control)
        case .chooseModel: MenuShortcut("k")
        case .modelLibrary: MenuShortcut("m", [.shift, .command])
        case .downloads: MenuShortcut("l", [.option, .command])
        case .help: MenuShortcut("?")
        default: nil
        }
    }
}
