import SwiftUI

/// Turns nodes into HTML, one kind after the other.
@MainActor
final class Drawing {
    private let focus: Element?
    private var surfaces: [Surface] = []
    /// What is chosen in the lists around.
    private var chosen: [Set<AnyHashable>] = []
    /// The looks of buttons and pickers that hold around them, and whether this is in a form.
    private var styles: [String: String] = [:]
    private var closedMenus: [(name: String, items: [String])] = []

    init(focus: Element?) {
        self.focus = focus
    }

    /// Draws what has a title bar of its own; what belongs to that goes to it.
    func surface(_ surface: Surface, _ draw: () -> String) -> String {
        surfaces.append(surface)
        defer { surfaces.removeLast() }
        return draw()
    }

    /// What a picture does not show, below it: what menus hold.
    var listOfMenus: String {
        guard !closedMenus.isEmpty else { return "" }
        let lines = closedMenus.map { menu in
            tag("li", "", tag("b", "", escaped(menu.name)) + " " + escaped(menu.items.joined(separator: " · ")))
        }
        return tag("ul", "menus", lines.joined())
    }

    func draw(_ nodes: [Node]) -> String {
        nodes.map(draw).joined()
    }

    func draw(_ node: Node) -> String {
        guard !node.isHidden else { return "" }
        let before = styles
        defer { styles = before }
        for name in ["buttonStyle", "pickerStyle"] {
            if let style = node.look(name) { styles[name] = style }
        }
        if node.kind == .form { styles["form"] = "" }
        if let subtitle = node.look("subtitle"), !node.isApart { surfaces.last?.subtitle = subtitle }
        for menu in node.attached where menu.kind == .contextMenu {
            note("⌃ " + node.name, menu.children)
        }
        return drawn(node)
    }

    private func drawn(_ node: Node) -> String {
        switch node.kind {
        case .text: box("span", node, escaped(node.text ?? ""))
        case .image: box("span", node, escaped(node.look("image") ?? ""), "symbol")
        case .label: box("span", node, draw(node.children))
        case .button: box("div", node, escaped(node.text ?? "") + draw(node.label + node.children), buttonClasses(node))
        case .link, .shareLink: box("div", node, draw(node.children), "link")
        case .toggle: box("div", node, mark(node.accessibility.value == "on" ? "☑" : "☐") + draw(node.label))
        case .textField, .secureField, .textEditor, .search: field(node)
        case .picker: picker(node)
        case .menu: menu(node)
        case .slider, .progress, .gauge: bar(node)
        case .stepper: valued(node, "− +")
        case .datePicker, .colorPicker: valued(node, "▾")
        case .disclosure: disclosure(node)
        case .list, .table: rows(node)
        case .row: box("div", node, draw(node.children), isChosen(node) ? "selected" : "")
        case .section: section(node)
        case .labeled:
            box("div", node, box("div", nil, draw(node.label), "name") + box("div", nil, draw(node.children)))
        case .stack: box("div", node, draw(node.children), node.look("arrangement") ?? "column")
        case .column: box("div", node, draw(node.children), node.look("column") ?? "")
        case .native: native(node)
        case .chart: box("div", node, chartPicture(node) + draw(node.children.flatMap(\.children)))
        case .mark, .contextMenu, .swipeActions, .suggestions: ""
        case .divider: "<hr>"
        case .toolbar, .toolbarItem, .sheet, .alert, .dialog, .popover, .inspector, .fileImporter, .fileExporter,
            .fileMover:
            apart(node)
        case .unavailable: box("div", node, box("div", nil, draw(node.label), "name") + draw(node.children))
        case .background, .badge:
            // Mere colour says nothing here, and a badge of 0 is not shown.
            node.words.isEmpty ? "" : box("div", node, draw(node.children))
        case .spacer, .color, .shape, .canvas, .group, .scroll, .form, .grid, .split, .tabs, .overlay, .window,
            .menuBar:
            box("div", node, draw(node.label + node.children))
        }
    }

    // MARK: What stands elsewhere

    private func apart(_ node: Node) -> String {
        switch node.kind {
        case .toolbar:
            for item in node.children { _ = draw(item.kind == .toolbarItem ? item : wrapped(item)) }
        case .toolbarItem:
            surfaces.last?.toolbar.append((node.look("placement") ?? "", box("div", node, draw(node.children))))
        case .inspector:
            surfaces.last?.inspector += box("div", node, draw(node.children))
        case .fileImporter, .fileExporter, .fileMover:
            let words = "\(node.kind.rawValue): " + (node.file?.types.joined(separator: ", ") ?? "")
            surfaces.last?.layers.append(box("div", node, escaped(words), "panel"))
        default:
            let surface = Surface()
            let body = self.surface(surface) { draw(node.children) }
            let title = node.text ?? node.children.flatMap(\.all).compactMap { $0.look("title") }.first ?? ""
            let buttons = tag("div", "answers", surface.toolbar.map(\.item).joined())
            let panel = box("div", node, (title.isEmpty ? "" : tag("h2", "", escaped(title))) + body + buttons, "panel")
            surfaces.last?.layers.append(tag("div", node.kind == .popover ? "" : "dim", panel))
            surfaces.last?.layers += surface.layers
        }
        return ""
    }

    private func wrapped(_ node: Node) -> Node {
        guard let element = node.element else { return node }
        return Node(.toolbarItem, [node], at: element)
    }

    // MARK: Controls

    private func buttonClasses(_ node: Node) -> String {
        let style = styles["buttonStyle"] ?? ""
        let isPlain = ["Plain", "Borderless", "Link"].contains { style.hasPrefix($0) }
        let isDefault = node.shortcut == .defaultAction || style.contains("Prominent")
        let isChosen = node.accessibility.traits.contains(.isSelected)
        return (isPlain ? "plain " : "") + (isDefault ? "default " : "") + (isChosen ? "selected " : "")
            + (node.role == .destructive ? "destructive" : "")
    }

    private func field(_ node: Node) -> String {
        let text = node.edit?.get() ?? ""
        let shown = node.kind == .secureField ? String(repeating: "•", count: text.count) : text
        let prompt = node.edit?.prompt ?? node.name
        let words = tag("span", text.isEmpty ? "prompt" : "", escaped(text.isEmpty ? prompt : shown))
        let drawn = box("div", node, words + (hasFocus(node) ? "<i class=caret></i>" : ""))
        if node.label.isEmpty { return drawn }
        // A form names its fields beside them; elsewhere a field that holds something has nowhere to show its name.
        guard styles["form"] == nil else { return tag("div", "labeled", draw(node.label) + drawn) }
        return drawn.replacing("<div ", with: "<div title=\"\(escaped(node.name))\" ", maxReplacements: 1)
    }

    private func picker(_ node: Node) -> String {
        let style = styles["pickerStyle"] ?? ""
        let choices = node.choices
        if ["Segmented", "Radio", "Inline", "Palette"].contains(where: { style.hasPrefix($0) }) {
            let all = choices.map { tag("div", node.isChosen($0) ? "choice selected" : "choice", draw($0)) }.joined()
            return box("div", node, draw(node.label) + tag("div", "choices", all))
        }
        note(node.name, choices)
        return box("div", node, draw(node.label) + tag("div", "popup", draw(choices.filter(node.isChosen)) + mark("▾")))
    }

    private func menu(_ node: Node) -> String {
        note(node.name, node.children)
        return box("div", node, escaped(node.text ?? "") + draw(node.label) + mark("▾"))
    }

    private func bar(_ node: Node) -> String {
        let value = node.accessibility.value ?? ""
        var share = value.hasSuffix("%") ? Double(value.filter { $0.isNumber || $0 == "." }).map { $0 / 100 } : nil
        if let range = node.range, range.bounds.upperBound > range.bounds.lowerBound {
            share = (range.value() - range.bounds.lowerBound) / (range.bounds.upperBound - range.bounds.lowerBound)
        }
        let filled = share.map { " style=\"width:\(Int(min(max($0, 0), 1) * 100))%\"" } ?? " class=endless"
        return box("div", node, draw(node.label) + tag("div", "track", "<i\(filled)></i>") + draw(node.children))
    }

    private func valued(_ node: Node, _ sign: String) -> String {
        box("div", node, draw(node.label) + tag("span", "", escaped(node.accessibility.value ?? "")) + mark(sign))
    }

    private func disclosure(_ node: Node) -> String {
        let isOpen = node.isExpanded?.wrappedValue == true
        return box(
            "div", node, box("div", nil, mark(isOpen ? "▾" : "▸") + draw(node.label), "name") + draw(node.children))
    }

    private func native(_ node: Node) -> String {
        let text = node.edit.map { escaped($0.get()) } ?? ""
        let name = tag("small", "", escaped(node.look("native") ?? ""))
        return box("div", node, text + (hasFocus(node) ? "<i class=caret></i>" : "") + name)
    }

    // MARK: Lists

    private func rows(_ node: Node) -> String {
        chosen.append(node.selection?.get() ?? [])
        defer { chosen.removeLast() }
        if let menu = node.selection?.menu, let tag = node.all.first(where: { $0.kind == .row })?.tags.first {
            note("⌃ " + node.name, menu([tag]))
        }
        let titles = node.kind == .table ? tag("div", "titles", draw(node.label)) : ""
        return box("div", node, titles + draw(node.children))
    }

    private func isChosen(_ row: Node) -> Bool {
        (row.tags + [row.identity].compactMap { $0 }).contains { chosen.last?.contains($0) == true }
    }

    private func section(_ node: Node) -> String {
        let sign = node.isExpanded.map { mark($0.wrappedValue ? "▾" : "▸") } ?? ""
        return box("div", node, box("div", nil, draw(node.label) + sign, "name") + draw(node.children))
    }

    // MARK: What all have in common

    private func note(_ name: String, _ items: [Node]) {
        let words = items.flatMap { $0.kind == .divider ? [] : $0.kind == .section ? $0.children : [$0] }.map { item in
            item.name + (item.kind == .menu ? " ▸" : "") + (item.isEnabled ? "" : " (disabled)")
        }
        if !words.isEmpty, !closedMenus.contains(where: { $0.name == name && $0.items == words }) {
            closedMenus.append((name, words))
        }
    }

    private func hasFocus(_ node: Node) -> Bool {
        node.isFocusable && focus != nil && node.element === focus
    }

    private func mark(_ sign: String) -> String { tag("span", "sign", sign) }

    private func box(_ name: String, _ node: Node?, _ inside: String, _ classes: String = "") -> String {
        guard let node else { return tag(name, classes, inside) }
        let state = (node.isEnabled ? "" : " disabled") + (hasFocus(node) ? " focused" : "")
        let nameless = node.needsName && node.name.isEmpty ? " nameless" : ""
        return tag(
            name, node.kind.rawValue + " " + classes + state + nameless + node.lookClasses, inside, node.lookStyle)
    }
}
