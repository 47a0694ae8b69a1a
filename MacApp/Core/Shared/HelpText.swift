import Foundation

/// What the help window says.
public struct HelpText: Equatable, Sendable {
    public struct Section: Equatable, Identifiable, Sendable {
        public let title: String
        public let text: String
        public var id: String { title }
    }

    /// A key with what it does.
    public struct Shortcut: Equatable, Identifiable, Sendable {
        public let keys: String
        public let title: String
        public var id: String { keys }
    }

    /// The shortcuts of a menu.
    public struct Shortcuts: Equatable, Identifiable, Sendable {
        public let menu: String
        public let keys: [Shortcut]
        public var id: String { menu }
    }

    public let sections: [Section]
    /// In the order of the menu bar.
    public let shortcuts: [Shortcuts]

    public init() {
        sections = [
            Section(
                title: String(localized: "What Tandem is"),
                text: String(
                    localized:
                        "Tandem runs language models on this Mac. A small model beside the large one, its companion, drafts the next words; the large one checks them all at once and keeps what it would have said itself. That is often faster, and never another text."
                )),
            Section(
                title: String(localized: "The built-in model"),
                text: String(
                    localized:
                        "It comes with Tandem and works offline. It is there to try things out: it knows little and is often wrong. Download a model from the model library for real work."
                )),
            Section(
                title: String(localized: "What leaves this Mac"),
                text: PrivacyText.leaves),
        ]
        let bar = MenuBar(CommandContext())
        shortcuts = bar.menus.compactMap { menu in
            let keys = HelpText.items(of: menu).compactMap { item -> Shortcut? in
                guard case .command(let item) = item, let shortcut = item.shortcut else { return nil }
                return Shortcut(keys: shortcut.text, title: item.title)
            }
            return keys.isEmpty ? nil : Shortcuts(menu: menu.title, keys: keys)
        }
    }

    private static func items(of menu: Menu) -> [MenuItem] {
        menu.items.flatMap { item in
            if case .submenu(let menu) = item { items(of: menu) } else { [item] }
        }
    }
}

/// What is said of privacy, in the settings and in the help.
public enum PrivacyText {
    public static var leaves: String {
        String(
            localized:
                "Nothing you write, and nothing that is answered. Tandem asks Hugging Face for models only when you search, look or download there; it sends what you searched for, the names of models and, if you entered one, your token. It sends no statistics and does not look for updates by itself."
        )
    }
    public static var files: String {
        String(
            localized:
                "Chats, settings and drafts are on this Mac only, in the folder below. Private chats are kept nowhere.")
    }
}
