import AppKit
import SwiftUI

/// The menu bar: what macOS puts there by itself, with what the app adds and replaces.
struct MenuBar: View {
    typealias Body = Never

    let descriptions: [SceneDescription]
    let name: String
    unowned let stage: Stage
}

extension MenuBar: Primitive {
    package func update(_ element: Element) {
        var parts: [MenuPart] = []
        for commands in descriptions.flatMap(\.commands) { parts += menuParts(of: commands, linking: element) }
        element.memory["parts"] = parts
        for (index, part) in parts.enumerated() { element.show(part.content, at: index) }
    }

    package func nodes(_ element: Element) -> [Node] {
        let parts = (element.memory["parts"] as? [MenuPart] ?? []).enumerated().map { index, part in
            (place: part.place, nodes: element.nodes(at: index))
        }
        var menus = standardMenus(element).map { menu in
            let items = menu.groups.flatMap { group in self.items(of: group, parts) }
            return Node(.menu, menu.title, items, at: element)
        }
        // Menus of the app stand before Window and Help.
        let own = parts.compactMap { part -> Node? in
            guard case .menu(let title) = part.place else { return nil }
            return Node(.menu, title.resolved(in: element.environment), part.nodes, at: element)
        }
        menus.insert(contentsOf: own, at: menus.count - 2)
        for menu in menus { menu.isEnabled = true }
        return [Node(.menuBar, menus, at: element)]
    }

    private func items(of group: Group, _ parts: [(place: MenuPart.Place, nodes: [Node])]) -> [Node] {
        var (before, after): ([Node], [Node]) = ([], [])
        var replacement: [Node]?
        guard let placement = group.placement else { return group.items }
        for part in parts {
            switch part.place {
            case .before(placement): before += part.nodes
            case .after(placement): after += part.nodes
            case .replacing(placement): replacement = (replacement ?? []) + part.nodes
            default: break
            }
        }
        return before + (replacement ?? group.items) + after
    }

    private struct Group {
        /// `nil` for what AppKit puts there after SwiftUI: no command of the app replaces it.
        let placement: CommandGroupPlacement?
        var items: [Node] = []

        init(_ placement: CommandGroupPlacement?, _ items: [Node] = []) {
            self.placement = placement
            self.items = items
        }
    }

    private func standardMenus(_ element: Element) -> [(title: String, groups: [Group])] {
        let stage = stage
        func item(
            _ title: String, _ key: KeyEquivalent? = nil, _ modifiers: EventModifiers = .command,
            isEnabled: Bool = true, _ action: @escaping () -> Void = {}
        ) -> Node {
            let node = Node(.button, title, at: element)
            node.isEnabled = isEnabled
            node.action = action
            node.shortcut = key.map { KeyboardShortcut($0, modifiers: modifiers) }
            return node
        }
        func command(_ title: String, _ key: KeyEquivalent?, _ name: CommandName) -> Node {
            let target = stage.front.flatMap { window in
                window.graph.nodes.flatMap { $0.path(to: window.graph.focus) }.reversed().flatMap(\.commands)
                    .first { $0.name == name }
            }
            return item(title, key, isEnabled: target != nil) { target?.action() }
        }
        let hasSettings = descriptions.contains { $0.kind == .settings }
        let hasGroup = descriptions.contains { $0.kind == .windowGroup }
        let front = stage.front
        let tabs = NSWindow.allowsAutomaticWindowTabbing
        let viewItems =
            (tabs ? [item("Show Tab Bar"), item("Show All Tabs", "\\", [.command, .shift])] : [])
            + [item("Enter Full Screen", "f", [.command, .control])]
        let tabItems =
            tabs ? [item("Show Previous Tab", .tab, [.control, .shift]), item("Show Next Tab", .tab, .control)] : []
        // As a window of AppKit does: that of whatever has the keyboard, or else its own.
        let undo = front?.graph.nativeWindow.firstResponder?.undoManager ?? front?.undo
        return [
            (
                name,
                [
                    Group(.appInfo, [item("About \(name)")]),
                    Group(.appSettings, hasSettings ? [item("Settings…", ",") { stage.openSettings() }] : []),
                    Group(.systemServices, [item("Services")]),
                    Group(
                        .appVisibility,
                        [item("Hide \(name)", "h"), item("Hide Others", "h", [.command, .option]), item("Show All")]),
                    Group(.appTermination, [item("Quit \(name)", "q")]),
                ]
            ),
            (
                "File",
                [
                    Group(.newItem, hasGroup ? [item("New Window", "n") { stage.openNew() }] : []),
                    Group(
                        .saveItem,
                        [item("Close", "w", isEnabled: front != nil) { if let front { stage.close(front) } }]),
                    Group(.importExport), Group(.printItem),
                ]
            ),
            (
                "Edit",
                [
                    Group(
                        .undoRedo,
                        [
                            item(undo?.undoMenuItemTitle ?? "Undo", "z", isEnabled: undo?.canUndo == true) {
                                undo?.undo()
                            },
                            item(
                                undo?.redoMenuItemTitle ?? "Redo", "z", [.command, .shift],
                                isEnabled: undo?.canRedo == true
                            ) { undo?.redo() },
                        ]),
                    Group(
                        .pasteboard,
                        [
                            command("Cut", "x", .cut), command("Copy", "c", .copy), command("Paste", "v", .paste),
                            item("Paste and Match Style", "v", [.command, .option, .shift]),
                            command("Delete", nil, .delete), command("Select All", "a", .selectAll),
                        ]), Group(.textEditing), Group(.textFormatting),
                ]
            ),
            ("View", [Group(.toolbar), Group(.sidebar), Group(nil, viewItems)]),
            (
                "Window",
                [
                    Group(.windowSize, [item("Minimize", "m"), item("Zoom")] + tabItems), Group(.singleWindowList),
                    Group(.windowList), Group(.windowArrangement, [item("Bring All to Front")]),
                ]
            ), ("Help", [Group(.help, [item("\(name) Help", "?")])]),
        ]
    }
}
