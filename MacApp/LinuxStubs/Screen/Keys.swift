import SwiftUI

extension Screen {
    /// Presses a key. With Command it goes to the shortcuts of the window and then of the menu bar, otherwise to the
    /// control with the keyboard and up from there.
    public func press(_ key: KeyEquivalent, modifiers: EventModifiers = []) throws {
        update()
        let press = KeyPress(key, modifiers)
        let handled =
            if modifiers.contains(.command) || modifiers.contains(.control) {
                shortcut(press) || handler(press) || native(press)
            } else {
                handler(press) || native(press) || editing(press) || shortcut(press) || command(press)
                    || dismissal(press)
            }
        guard handled else {
            throw failure("nothing takes \(modifiers.symbols)\(key.symbol)", focus.map { ["focus: " + $0] } ?? [])
        }
        update()
    }

    /// From the window down to what has the keyboard.
    private var focusPath: [Node] {
        scope.flatMap { $0.path(to: stage.front?.graph.focus) }
    }

    private func handler(_ press: KeyPress) -> Bool {
        let path = focusPath
        // A window without a focus still hears keys at whatever can be focused.
        for node in path.reversed() {
            for handler in node.keyHandlers where handler.accepts(press) && handler.handle(press) == .handled {
                return true
            }
        }
        return false
    }

    /// A text view of AppKit sees keys for itself; what it leaves goes up from there.
    private func native(_ press: KeyPress) -> Bool {
        guard let native = focusPath.last?.native else { return false }
        return keyDown(in: native, press.key.character, press.characters, press.modifiers) { step in
            _ = self.moveFocus(by: step)
        }
    }

    private func shortcut(_ press: KeyPress) -> Bool {
        // What hides in a menu of the window hears its shortcut too.
        let candidates = scope.flatMap(\.all) + (scope.first?.isModal == true ? [] : menus.flatMap(\.all))
        let taker = candidates.first { node in
            guard let shortcut = node.shortcut, node.isEnabled, node.action != nil else { return false }
            return shortcut.key.isSameKey(as: press.key) && shortcut.modifiers == press.modifiers
        }
        taker?.action?()
        return taker != nil
    }

    private func editing(_ press: KeyPress) -> Bool {
        if press.key == .tab { return moveFocus(by: press.modifiers.contains(.shift) ? -1 : 1) }
        guard let field = focusPath.last else { return false }
        guard let edit = field.edit else {
            // Space presses a button that has the keyboard.
            guard press.key == .space, let action = field.action else { return false }
            action()
            return true
        }
        switch press.key {
        case .return where edit.breaksLines || press.modifiers.contains(.option):
            edit.set(edit.get() + "\n")
        case .return:
            // A field without a use for Return leaves it to the default button.
            let hasUse = field.element?.environment.submits(field) == true
            guard hasUse else { return false }
            edit.submit?()
        case .escape, .upArrow, .downArrow, .leftArrow, .rightArrow:
            return false
        case .delete:
            edit.set(String(edit.get().dropLast()))
        default:
            edit.set(edit.get() + press.characters)
        }
        return true
    }

    private func moveFocus(by step: Int) -> Bool {
        guard let graph = stage.front?.graph else { return false }
        // What menus hold closed has no keyboard.
        let inScope = Set(scope.flatMap(\.seen).compactMap { $0.element.map { ObjectIdentifier($0) } })
        let fields = graph.focusable.filter { $0.element.map { inScope.contains(ObjectIdentifier($0)) } ?? false }
        guard !fields.isEmpty else { return false }
        let current = fields.firstIndex { $0.element === graph.focus }
        let next = current.map { ($0 + step + fields.count) % fields.count } ?? (step > 0 ? 0 : fields.count - 1)
        graph.moveFocus(to: fields[next])
        return true
    }

    private func command(_ press: KeyPress) -> Bool {
        let names: [KeyEquivalent: CommandName] = [
            .delete: .delete, .deleteForward: .delete, .escape: .exit, .upArrow: .move(.up), .downArrow: .move(.down),
            .leftArrow: .move(.left), .rightArrow: .move(.right),
        ]
        guard let name = names[press.key] else { return false }
        for node in focusPath.reversed() {
            if let command = node.commands.last(where: { $0.name == name }) {
                command.action()
                return true
            }
        }
        guard let list = focusPath.last, list.selection != nil else { return false }
        if name == .move(.down) { return moveSelection(in: list, by: 1) }
        if name == .move(.up) { return moveSelection(in: list, by: -1) }
        return false
    }

    private func moveSelection(in list: Node, by step: Int) -> Bool {
        let rows = list.all.filter { $0.kind == .row && !($0.tags.isEmpty && $0.identity == nil) }
        let chosen = list.selection?.get() ?? []
        func tags(_ row: Node) -> [AnyHashable] { row.tags + [row.identity].compactMap { $0 } }
        let current = rows.lastIndex { tags($0).contains { chosen.contains($0) } }
        let next = current.map { $0 + step } ?? 0
        guard rows.indices.contains(next) else { return true }
        return tags(rows[next]).contains { list.selection?.set([$0]) == true }
    }

    /// Escape leaves a search, a popover, a sheet.
    private func dismissal(_ press: KeyPress) -> Bool {
        guard press.key == .escape else { return false }
        if let field = focusPath.last, field.kind == .search, field.edit?.get().isEmpty == false {
            field.edit?.set("")
            return true
        }
        let presented = scope.flatMap(\.all).last { $0.dismiss != nil && $0.kind != .inspector }
        guard let presented,
            !presented.all.contains(where: { $0.looks.contains { $0.name == "interactiveDismissDisabled" } })
        else { return false }
        presented.dismiss?()
        return true
    }
}
