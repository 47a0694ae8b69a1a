import CoreTransferable
import SwiftUI
import UniformTypeIdentifiers

extension Screen {
    /// Clicks a button, a link, a switch, the header of something that folds, or whatever takes taps.
    public func tap(_ name: String, near place: String? = nil) throws {
        let node = try find("button", name, near: place) { $0.action != nil || !$0.taps.isEmpty }
        if let action = node.action { action() } else { node.taps.first { $0.count == 1 }?.action() }
        update()
    }

    /// Clicks twice.
    public func doubleTap(_ name: String) throws {
        if let (list, row) = row(name), let act = list.selection?.primaryAction {
            act(Set((row.tags.first ?? row.identity).map { [$0] } ?? []))
        } else {
            let node = try find("thing to click twice", name) { $0.taps.contains { $0.count == 2 } }
            node.taps.first { $0.count == 2 }?.action()
        }
        update()
    }

    /// Puts a text in place of what a field holds. The field gets the keyboard.
    public func type(_ text: String, into name: String) throws {
        let field = try focus(name)
        field.edit?.set(text)
        update()
    }

    /// Has an input method compose a text in a field; Return takes it then, Escape drops it.
    public func compose(_ text: String, in name: String) throws {
        let field = try focus(name)
        guard let native = field.native, composing(text, in: native) else {
            throw failure("no input method can compose in “\(name)”")
        }
        update()
    }

    /// Pastes into a text view, where its cursor is.
    public func paste(_ text: String? = nil, files: [URL] = [], into name: String) throws {
        let field = try focus(name)
        guard let native = field.native, pasting(text, files, into: native) else {
            throw failure("nothing can be pasted into “\(name)”")
        }
        update()
    }

    /// Clicks words in a text that lead somewhere.
    public func follow(_ link: String) throws {
        let texts = seen.filter { !$0.links.isEmpty }
        let found = texts.flatMap { node in node.links.map { (node: node, text: $0.text, url: $0.url) } }
        guard let first = found.first(where: { $0.text == link }) else {
            throw failure("“\(link)” leads nowhere", found.map(\.text))
        }
        first.node.element?.environment.openURL(first.url)
        update()
    }

    /// The words that stand on a background of their own, such as what was found.
    public func marked() -> [String] {
        seen.flatMap(\.looks).filter { $0.name == "marked" }.map(\.value)
    }

    /// How some words of a text look that are told apart from those around them: "font system 14 bold", "struck".
    public func looks(_ words: String) -> [String] {
        seen.filter { $0.kind == .text }.flatMap(\.looks).filter { $0.value == words }.map(\.name)
    }

    /// What a field holds.
    public func text(in name: String) throws -> String {
        try find("field", name) { $0.edit != nil }.edit?.get() ?? ""
    }

    /// Gives the keyboard to a field.
    @discardableResult
    func focus(_ name: String) throws -> Node {
        let field = try find("field", name) { $0.edit != nil || ($0.isFocusable && $0.kind != .list) }
        stage.front?.graph.moveFocus(to: field)
        update()
        return field
    }

    /// Clicks into a field.
    public func click(into name: String) throws {
        try focus(name)
    }

    /// What has the keyboard.
    public var focus: String? {
        update()
        guard let graph = stage.front?.graph, let focus = graph.focus else { return nil }
        return graph.focusable.first { $0.element === focus }?.name
    }

    /// Chooses an option of a picker.
    public func pick(_ option: String, in name: String) throws {
        let picker = try find("picker", name) { $0.options != nil }
        let choices = picker.choices
        guard let choice = choices.first(where: { $0.name == option }) else {
            throw failure("“\(name)” has no option “\(option)”", choices.map(\.name))
        }
        guard choice.tags.contains(where: { picker.options?.select($0) == true }) else {
            throw failure(
                "the tag of “\(option)” is \(choice.tags.map { Swift.type(of: $0.base) }), the selection of “\(name)” is"
                    + " \(picker.options?.type ?? ""): nothing would happen")
        }
        update()
    }

    /// Moves a slider.
    public func slide(_ name: String, to value: Double) throws {
        let slider = try find("slider", name) { $0.range?.set != nil }
        slider.range?.set?(value)
        update()
    }

    public enum Step: Sendable { case up, down }

    /// Clicks an arrow of a stepper, or adjusts as VoiceOver does.
    public func step(_ name: String, _ step: Step) throws {
        let node = try find("stepper", name) { $0.range?.increment != nil || $0.accessibility.adjust != nil }
        if let adjust = node.accessibility.adjust {
            adjust(step == .up ? .increment : .decrement)
        } else {
            (step == .up ? node.range?.increment : node.range?.decrement)?()
        }
        update()
    }

    /// Drags something onto something else.
    public func drag(_ name: String, onto target: String) async throws {
        let source = try find("thing to drag", name) { $0.drag != nil }
        guard let item = source.drag?() else { return }
        try await drop([item], onto: target)
    }

    /// Drags something out of the program into a folder of the Finder; the file that lies there then, if one was made.
    public func drag(_ name: String, outTo folder: URL) async throws -> URL? {
        let source = try find("thing to drag", name) { $0.drag != nil }
        guard let item = source.drag?() as? any Transferable, item.canBeWritten else {
            throw failure("the Finder can make no file of “\(name)”")
        }
        let file = try? await item.write(into: folder)
        update()
        return file
    }

    /// Drops what comes from outside, such as files from the Finder.
    public func drop(_ items: [Any], onto target: String) async throws {
        let node = try find("place to drop on", target) { !$0.drops.isEmpty }
        for place in node.drops {
            place.isTargeted(true)
            update()
            let taken = await place.take(items)
            place.isTargeted(false)
            update()
            if taken == true { return }
        }
        throw failure("“\(target)” does not take that")
    }

    /// Answers the panel that asks for files.
    public func chooseFiles(_ urls: [URL]) throws {
        let panel = try panel()
        guard urls.count == 1 || panel.allowsSeveral else { throw failure("the panel takes one file only") }
        // A panel that asks for no folders goes into one rather than choosing it.
        let choosesFolders = panel.types.contains { UTType.folder.conforms(to: UTType($0) ?? .folder) }
        guard choosesFolders || !urls.contains(where: \.hasDirectoryPath) else {
            throw failure("the panel takes no folder")
        }
        panel.finish(.success(urls))
        update()
    }

    /// What the panel would write, and the name that it proposes.
    public func fileToWrite() throws -> (name: String?, content: [Data]) {
        let panel = try panel()
        return (panel.defaultName, try panel.content?() ?? [])
    }

    public func cancelPanel() throws {
        try panel().cancel()
        update()
    }

    private func panel() throws -> FileRequest {
        guard let file = seen.last(where: { $0.file != nil })?.file else { throw failure("no panel asks for files") }
        return file
    }

    /// Moves the first scroll view that somebody watches, as a person does.
    public func scroll(to geometry: ScrollGeometry) throws {
        guard let scroll = seen.first(where: { $0.kind == .scroll || $0.kind == .list }) else {
            throw failure("nothing scrolls")
        }
        let context = ScrollPhaseChangeContext(geometry: geometry)
        for tell in scroll.scroll.phase { tell(.idle, .interacting, context) }
        for position in scroll.scroll.positions {
            var moved = position.wrappedValue
            moved.moveByUser()
            position.wrappedValue = moved
        }
        for tell in scroll.scroll.geometry { tell(geometry) }
        for tell in scroll.scroll.phase { tell(.interacting, .idle, context) }
        update()
    }

    public func hover(over name: String, near place: String? = nil, _ isInside: Bool = true) throws {
        let node = try find("thing to hover over", name, near: place) { !$0.hover.isEmpty }
        for tell in node.hover { tell(isInside) }
        update()
    }
}
