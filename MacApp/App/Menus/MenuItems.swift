import Core
import SwiftUI

/// Tandem's own items of a menu.
struct MenuItems: View {
    let items: [Core.MenuItem]
    let perform: @MainActor (AppCommand) -> Void
    let performSystem: @MainActor (SystemItem) -> Void

    var body: some View {
        ForEach(Array(items.enumerated()), id: \.offset) { _, item in
            switch item {
            case .command(let item): CommandButton(item: item) { perform(item.command) }
            case .submenu(let menu):
                SwiftUI.Menu(menu.title) {
                    MenuItems(items: menu.items, perform: perform, performSystem: performSystem)
                }
            case .separator: Divider()
            case .system(let item):
                if item.textAction != nil {
                    Button(item.title) { performSystem(item) }.keyboardShortcut(item.shortcut?.swiftUI)
                }
            }
        }
    }
}

private struct CommandButton: View {
    let item: CommandItem
    let perform: @MainActor () -> Void

    var body: some View {
        Group {
            if item.isChecked {
                Toggle(
                    item.title,
                    isOn: Binding {
                        true
                    } set: { _ in
                        perform()
                    })
            } else {
                Button(item.title, action: perform)
            }
        }
        .keyboardShortcut(item.shortcut?.swiftUI)
        .disabled(!item.availability.isAvailable)
        .help(item.availability.obstacle ?? "")
    }
}

extension MenuShortcut {
    var swiftUI: KeyboardShortcut {
        KeyboardShortcut(key.swiftUI, modifiers: modifiers.swiftUI)
    }
}

extension MenuShortcut.Key {
    fileprivate var swiftUI: KeyEquivalent {
        switch self {
        case .character(let character): KeyEquivalent(character)
        case .return: .return
        case .tab: .tab
        case .delete: .delete
        case .escape: .escape
        case .space: .space
        }
    }
}

extension KeyModifiers {
    var swiftUI: EventModifiers {
        var all: EventModifiers = []
        if contains(.control) { all.insert(.control) }
        if contains(.option) { all.insert(.option) }
        if contains(.shift) { all.insert(.shift) }
        if contains(.command) { all.insert(.command) }
        return all
    }
}
