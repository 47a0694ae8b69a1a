import SwiftUI

extension Screen {
    /// Chooses a menu item, by the way there: a menu of the menu bar or of the window, submenus, the item.
    public func choose(_ path: String...) throws {
        update()
        guard let first = path.first, let last = path.last, path.count > 1 else {
            throw failure("a way into a menu has a menu and an item")
        }
        let candidates = menus + extras + seen.filter { $0.kind == .menu }
        var found = candidates.filter { $0.name == first || $0.accessibility.identifier == first }
        for title in path.dropFirst().dropLast() {
            found = found.flatMap { menuItems($0.children) }.filter { $0.kind == .menu && $0.name == title }
        }
        guard let menu = found.first else { throw failure("there is no menu “\(first)”", candidates.map(\.name)) }
        try activate(last, in: menu.children)
    }

    /// The items of a menu, with their shortcuts: "New Chat ⌘N", "Paste (disabled)", "Tint ✓". A submenu is found by
    /// the way to it.
    public func items(of path: String...) throws -> [String] {
        update()
        var candidates = menus + extras + seen.filter { $0.kind == .menu }
        var found: Node?
        for title in path {
            found = candidates.first { $0.name == title }
            guard let found else { throw failure("there is no menu “\(title)”", candidates.map(\.name)) }
            candidates = menuItems(found.children).filter { $0.kind == .menu }
        }
        return menuItems(found?.children ?? []).map { item in
            let shortcut = item.shortcut.map { " " + $0.modifiers.symbols + $0.key.symbol } ?? ""
            let mark = item.kind == .toggle && item.accessibility.value == "on" ? " ✓" : ""
            return item.name + shortcut + mark + (item.isEnabled ? "" : " (disabled)")
        }
    }

    /// The tool tip of a menu item.
    public func help(of path: String...) throws -> String? {
        update()
        var nodes = menus + extras + seen.filter { $0.kind == .menu }
        for title in path.dropLast() {
            guard let menu = nodes.first(where: { $0.name == title }) else { throw failure("there is no menu “\(title)”") }
            nodes = menuItems(menu.children)
        }
        return nodes.first { $0.name == path.last }?.help
    }

    /// Shortcuts that more than one item of the menu bar claims.
    public func contestedShortcuts() -> [String] {
        update()
        let items = menus.flatMap(\.all).filter { $0.shortcut != nil }
        let claims = Dictionary(grouping: items) { item in
            (item.shortcut.map { $0.modifiers.symbols + $0.key.symbol }) ?? ""
        }
        return claims.filter { $0.value.count > 1 }.map { "\($0.key): \($0.value.map(\.name).joined(separator: ", "))" }
            .sorted()
    }

    func activate(_ name: String, in nodes: [Node]) throws {
        let items = menuItems(nodes)
        let item = try find("menu item", name, among: items) { _ in true }
        if let picker = items.first(where: { $0.options != nil && $0.choices.contains { $0 === item } }) {
            guard item.tags.contains(where: { picker.options?.select($0) == true }) else {
                throw failure("the tag of “\(name)” is not of the type of the selection")
            }
        } else {
            guard let action = item.action else { throw failure("“\(name)” does nothing") }
            action()
        }
        update()
    }

    /// The items, out of the sections and pickers that hold them.
    private func menuItems(_ nodes: [Node]) -> [Node] {
        nodes.flatMap { node -> [Node] in
            switch node.kind {
            case .section, .group, .stack: menuItems(node.children)
            case .picker: [node] + node.choices
            case .divider, .spacer: []
            default: [node]
            }
        }
    }
}
