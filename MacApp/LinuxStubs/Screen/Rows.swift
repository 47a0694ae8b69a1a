import SwiftUI

extension Screen {
    /// The words of the rows of the first list or table, in order.
    public func rows() -> [String] {
        seen.first { $0.kind == .list || $0.kind == .table }?.all.filter { $0.kind == .row }.map(\.name) ?? []
    }

    func row(_ name: String) -> (list: Node, row: Node)? {
        for list in seen where list.kind == .list || list.kind == .table {
            let rows = list.all.filter { $0.kind == .row }
            let row =
                rows.first { $0.name == name || $0.all.contains { $0.accessibility.identifier == name } }
                ?? rows.first { $0.seen.contains { $0.text == name } }
            if let row { return (list, row) }
        }
        return nil
    }

    /// Clicks a row; with `adding`, as with Command held down.
    public func select(_ name: String, adding: Bool = false) throws {
        let (list, row) = try existingRow(name)
        guard let selection = list.selection else { throw failure("the list of “\(name)” has no selection") }
        let candidates = row.tags + [row.identity].compactMap { $0 }
        let known = adding && selection.isMultiple ? selection.get() : []
        for tag in candidates where selection.set(known.union([tag])) {
            stage.front?.graph.moveFocus(to: list)
            return update()
        }
        throw failure(
            candidates.isEmpty
                ? "“\(name)” cannot be selected"
                : "“\(name)” is known as \(candidates.map { Swift.type(of: $0.base) }), the selection is"
                    + " \(selection.type): nothing would happen")
    }

    /// The words of the rows that are selected.
    public func selected() -> [String] {
        seen.filter { $0.selection != nil }.flatMap { list in
            let chosen = list.selection?.get() ?? []
            return list.all.filter { row in
                row.kind == .row && (row.tags + [row.identity].compactMap { $0 }).contains { chosen.contains($0) }
            }.map(\.name)
        }
    }

    /// Moves a row before another, or to the end.
    public func move(_ name: String, before other: String?) throws {
        let row = try existingRow(name).row
        let all = rows()
        guard let order = row.order, let move = order.move else { throw failure("“\(name)” cannot be moved") }
        let target = try other.map { try existingRow($0).row.order?.offset ?? 0 } ?? all.count
        move([order.offset], target)
        update()
    }

    /// Deletes a row as by swiping.
    public func delete(_ name: String) throws {
        let row = try existingRow(name).row
        guard let order = row.order, let delete = order.delete else { throw failure("“\(name)” cannot be deleted") }
        delete([order.offset])
        update()
    }

    /// Chooses from the menu that a click with Control opens, by the way through its submenus.
    public func choose(_ path: String..., inMenuOf name: String) throws {
        update()
        var menus: [Node] = []
        if let (list, row) = row(name) {
            // The menu of a row itself comes before that of the list.
            menus = row.all.flatMap(\.attached).filter { $0.kind == .contextMenu }
            if menus.isEmpty, let selection = list.selection, let menu = selection.menu {
                let tags = Set((row.tags.first ?? row.identity).map { [$0] } ?? [])
                // A click on one of several that are selected is about all of them.
                menus = menu(tags.isSubset(of: selection.get()) && !tags.isEmpty ? selection.get() : tags)
            }
        }
        let holders = scope.flatMap { $0.ways { $0.name == name || $0.text == name } }
        for node in holders.flatMap({ $0.reversed() }) where menus.isEmpty {
            menus = node.attached.filter { $0.kind == .contextMenu }
        }
        guard !menus.isEmpty else { throw failure("“\(name)” has no menu") }
        var items = menus.flatMap { $0.kind == .contextMenu ? $0.children : [$0] }
        for title in path.dropLast() { items = try find("submenu", title, among: items) { $0.kind == .menu }.children }
        try activate(path.last ?? "", in: items)
    }

    private func existingRow(_ name: String) throws -> (list: Node, row: Node) {
        update()
        guard let found = row(name) else { throw failure("there is no row “\(name)”", rows()) }
        return found
    }
}
