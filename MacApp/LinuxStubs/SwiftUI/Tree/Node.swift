/// Something on the screen, as a test finds it. Nodes are made anew for each look.
@MainActor
package final class Node {
    package enum Kind: String, Sendable {
        case text, image, button, toggle, textField, secureField, textEditor, picker, slider, stepper, progress, gauge
        case datePicker, colorPicker, link, shareLink, menu, divider, spacer, color, shape
        case stack, list, row, section, form, group, scroll, grid, table, disclosure, split, column, tabs, label,
            labeled
        case toolbar, toolbarItem, search, contextMenu, swipeActions, overlay, background, badge
        case sheet, alert, dialog, popover, inspector, fileImporter, fileExporter, fileMover, suggestions
        case chart, mark, native, unavailable, window, menuBar, canvas

        /// Has the keyboard where every control can have it.
        var isWorked: Bool {
            switch self {
            case .button, .toggle, .picker, .slider, .stepper, .datePicker, .colorPicker, .link, .shareLink, .menu: true
            default: false
            }
        }
    }

    package let kind: Kind
    /// The words that it shows itself.
    package var text: String?
    package var children: [Node]
    /// What names a control: shown beside it, or read aloud where labels are hidden.
    package var label: [Node]
    /// Menus that open on it.
    package var attached: [Node] = []
    package weak var element: Element?

    package var isEnabled = true
    package var isHidden = false
    package var tags: [AnyHashable] = []
    /// The identity that a list takes where a row has no tag.
    package var identity: AnyHashable?
    /// What only a picture would show, by the name of the modifier.
    package var looks: [(name: String, value: String)] = []

    package var action: (() -> Void)?
    package var edit: Edit?
    package var options: Options?
    package var range: Adjustment?
    package var isExpanded: Binding<Bool>?
    package var selection: Selection?
    package var file: FileRequest?
    package var order: RowChanges?

    package var shortcut: KeyboardShortcut?
    package var keyHandlers: [KeyHandler] = []
    package var commands: [(name: CommandName, action: () -> Void)] = []
    package var isFocusable = false
    package var focusTies: [FocusTie] = []
    package var drag: (() -> Any)?
    package var drops: [DropTarget] = []
    package var taps: [(count: Int, action: () -> Void)] = []
    package var hover: [(Bool) -> Void] = []
    package var scroll = ScrollHandlers()

    /// Words in a text that lead somewhere.
    package var links: [(text: String, url: URL)] = []

    /// The view of AppKit that stands here.
    package var native: AnyObject?
    package var dismiss: (() -> Void)?
    /// Asks first when the window is to be closed; called with what closes it.
    package var askBeforeClosing: ((@escaping () -> Void) -> Void)?
    package var role: ButtonRole?
    package var isModal = false
    package var accessibility = Accessibility()
    package var help: String?
    /// What is read aloud in its place.
    package var representation: [Node]?
    var preferences: [(key: ObjectIdentifier, value: Any)] = []
    var tellsScene: [(inout FocusedValues) -> Void] = []
    var tellsFocus: [(inout FocusedValues) -> Void] = []

    package convenience init(_ kind: Kind, label: [Node] = [], _ children: [Node] = [], at element: Element) {
        self.init(kind, nil, label: label, children, at: element)
    }

    package init(_ kind: Kind, _ text: String?, label: [Node] = [], _ children: [Node] = [], at element: Element) {
        self.kind = kind
        self.text = text
        self.label = label
        self.children = children
        self.element = element
        isEnabled = element.environment.isEnabled
        isFocusable = kind.isWorked && element.environment.reachesEveryControl
    }

    package func visit(_ body: (Node) -> Void) {
        body(self)
        for node in label { node.visit(body) }
        for child in children + attached { child.visit(body) }
    }

    package var all: [Node] {
        var all: [Node] = []
        visit { all.append($0) }
        return all
    }

    /// From here down to the node of an element, both included; empty where it is not inside.
    package func path(to element: Element?) -> [Node] {
        guard let element else { return [] }
        if self.element === element, isFocusable { return [self] }
        for child in label + children {
            let path = child.path(to: element)
            if !path.isEmpty { return [self] + path }
        }
        return []
    }

    /// All the words that are shown in it.
    package var words: String {
        if let text, !text.isEmpty { return text }
        let inside = (label.isEmpty ? children : label).filter { !$0.isApart }
        return inside.map(\.words).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// What it is called, by VoiceOver as by a test.
    package var name: String {
        if let label = accessibility.label { return label }
        if let text, !text.isEmpty { return text }
        let inside = (label.isEmpty ? children : label).filter { !$0.isApart && !$0.accessibility.isHidden }
        return inside.map(\.name).filter { !$0.isEmpty }.joined(separator: " ")
    }

    /// Belongs to a view, but is not shown in its place.
    package var isApart: Bool {
        switch kind {
        case .contextMenu, .swipeActions, .sheet, .alert, .dialog, .popover, .toolbar, .fileImporter, .fileExporter,
            .fileMover, .suggestions, .background, .badge:
            true
        default: false
        }
    }
}
