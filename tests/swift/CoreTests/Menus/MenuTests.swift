import Core
import Testing

@Suite struct MenuTests {
    private let bar = MenuBar(CommandContext())

    private var shortcuts: [MenuShortcut] {
        bar.allItems.compactMap { item in
            switch item {
            case .command(let item): item.shortcut
            case .system(let item): item.shortcut
            case .submenu, .separator: nil
            }
        }
    }

    @Test func theMenusAreThoseOfAMac() {
        #expect(bar.menus.map(\.title) == ["Tandem", "File", "Edit", "View", "Chat", "Model", "Window", "Help"])
        #expect(bar.menus[0].items.first == .system(.about) && bar.menus[0].items.last == .system(.quit))
    }

    @Test func menusAreFoundByTheirPlace() {
        #expect(MenuBar.Place.allCases.map { bar[$0] } == bar.menus)
    }

    @Test func noShortcutIsGivenTwice() {
        for shortcut in shortcuts {
            #expect(shortcuts.count { $0 == shortcut } == 1, "\(shortcut.text)")
        }
        #expect(bar.shortcuts.count == shortcuts.count)
    }

    @Test func theStandardShortcutsAreTheStandardOnes() {
        for (command, text) in [
            (AppCommand.settings, "⌘,"), (.newChat, "⌘N"), (.find, "⌘F"), (.findNext, "⌘G"), (.findPrevious, "⇧⌘G"),
            (.searchAllChats, "⇧⌘F"), (.chooseModel, "⌘K"), (.stop, "⌘."), (.help, "⌘?"), (.trash, "⌘⌫"),
            (.send, "⌘↩"), (.nextChat, "⌃⇥"),
        ] {
            #expect(command.shortcut?.text == text)
        }
        #expect(SystemItem.redo.shortcut?.text == "⇧⌘Z" && SystemItem.pasteAndMatchStyle.shortcut?.text == "⌥⇧⌘V")
        #expect(MenuShortcut(.escape, []).text == "⎋" && MenuShortcut(.space, []).text == "Space")
    }

    @Test func everyCommandAndEverySystemItemIsInAMenuOnce() {
        var context = CommandContext()
        context.needsRelaunch = true
        context.showsTrash = true
        let items = MenuBar(CommandContext()).allItems + MenuBar(context).allItems
        for command in AppCommand.allCases {
            #expect(
                items.contains { if case .command(let item) = $0 { item.command == command } else { false } },
                "\(command)")
        }
        for item in SystemItem.allCases {
            #expect(bar.allItems.count { $0 == .system(item) } == 1, "\(item)")
            #expect(!item.title.isEmpty)
        }
    }

    @Test func noMenuBeginsOrEndsWithALineOrHasTwo() {
        func look(_ menu: Menu) {
            #expect(menu.items.first != .separator && menu.items.last != .separator)
            #expect(!zip(menu.items, menu.items.dropFirst()).contains { $0 == .separator && $1 == .separator })
            for case .submenu(let menu) in menu.items { look(menu) }
        }
        bar.menus.forEach(look)
    }

    @Test func anItemSaysWhatItsCommandAllows() throws {
        var context = CommandContext()
        context.front = .main
        context.draftsTinted = true
        let items = MenuBar(context).allItems
        func item(_ command: AppCommand) throws -> CommandItem {
            try #require(
                items.lazy.compactMap { if case .command(let item) = $0 { item } else { nil } }
                    .first { $0.command == command })
        }
        #expect(try item(.newChat).availability == .available)
        #expect(try !item(.send).availability.isAvailable)
        #expect(try item(.tintDrafts).isChecked && !item(.send).isChecked)
        #expect(!items.contains { if case .command(let item) = $0 { item.command == .relaunch } else { false } })
    }
}
