import AppKit
import SwiftUI

/// The windows, the menu bar and what they have in common.
@MainActor
final class Stage: SceneOpener {
    private(set) var windows: [Window] = []
    private(set) var descriptions: [SceneDescription] = []
    let defaults: Defaults
    let focused = FocusedSource()
    private let conditions: Conditions
    /// The app itself and its menu bar; nil for a view that is shown alone.
    private(set) var app: Graph?
    private var hasLaunched = false

    init(_ conditions: Conditions) {
        self.conditions = conditions
        defaults = Defaults(conditions.defaults)
    }

    func show(_ view: some View) {
        let window = Window(scene: nil, id: nil, value: nil, defaults: defaults)
        windows = [window]
        window.show(view, environment(for: window))
    }

    func launch(_ app: some App) {
        let delegate = NSApplication.shared.delegate
        delegate?.applicationWillFinishLaunching(
            Notification(name: NSApplication.willFinishLaunchingNotification))
        let graph = Graph(defaults: defaults)
        self.app = graph
        graph.mount(Launched(app: app, stage: self), environment(for: nil))
        delegate?.applicationDidFinishLaunching(Notification(name: NSApplication.didFinishLaunchingNotification))
    }

    var front: Window? { windows.last }

    func bringToFront(_ window: Window) {
        windows.removeAll { $0 === window }
        windows.append(window)
    }

    /// Brings everything up to date, until nothing asks for more.
    func update() {
        app?.update()
        syncWindows()
        for window in windows { window.graph.update() }
        focused.collect(from: front?.graph.nodes ?? [], focus: front?.graph.focus)
        app?.update()
    }

    /// What the app says of its scenes now.
    func describe(_ descriptions: [SceneDescription]) {
        self.descriptions = descriptions
    }

    private func syncWindows() {
        if !hasLaunched, app != nil {
            hasLaunched = true
            let first = descriptions.firstIndex { $0.kind != .settings && $0.kind != .menuBarExtra && $0.opensAtLaunch }
            if let first, descriptions[first].valueType == nil || descriptions[first].kind == .windowGroup {
                add(first, value: nil)
            }
        }
        for window in windows {
            guard let scene = window.scene, descriptions.indices.contains(scene) else { continue }
            let description = descriptions[scene]
            var environment = description.change(environment(for: window))
            environment.appearsActive = window === front
            window.show(description.content(window.value), environment)
        }
    }

    private func add(_ scene: Int, value: AnyHashable?) {
        let description = descriptions[scene]
        let window = Window(scene: scene, id: description.id, value: value, defaults: defaults)
        window.graph.nativeWindow.onOrderFront = { [weak self, weak window] in
            if let window, window.isOpen { self?.bringToFront(window) }
        }
        windows.append(window)
        window.show(description.content(value), description.change(environment(for: window)))
    }

    /// Opens a window of a scene; one that is open for the same value comes to the front.
    func open(id: String?, value: AnyHashable?) {
        let type = value.map { Swift.type(of: $0.base) }
        let scene = descriptions.firstIndex { description in
            (id == nil || description.id == id)
                && (type == nil
                    || description.valueType.map { ObjectIdentifier($0) } == type.map { ObjectIdentifier($0) })
                && description.kind != .menuBarExtra && description.kind != .settings
        }
        guard let scene else {
            let wanted = [id.map { "“\($0)”" }, value.map { "for \($0.base)" }].compactMap { $0 }.joined(separator: " ")
            front?.graph.complaints.append("there is no window \(wanted) to open")
            return
        }
        open(scene, value: value)
    }

    private func open(_ scene: Int, value: AnyHashable?) {
        let isSingle = descriptions[scene].kind != .windowGroup || value != nil
        if isSingle, let window = windows.first(where: { $0.scene == scene && $0.value == value }) {
            bringToFront(window)
        } else {
            add(scene, value: value)
        }
    }

    func openNew() {
        if let scene = descriptions.firstIndex(where: { $0.kind == .windowGroup }) { open(scene, value: nil) }
    }

    func openSettings() {
        guard let scene = descriptions.firstIndex(where: { $0.kind == .settings }) else { return }
        open(scene, value: nil)
    }

    func close(id: String?, value: AnyHashable?) {
        for window in windows where (id == nil || window.id == id) && (value == nil || window.value == value) {
            close(window)
        }
    }

    func close(_ window: Window) {
        let ask = window.graph.nodes.flatMap(\.all).lazy.compactMap(\.askBeforeClosing).first
        if let ask {
            bringToFront(window)
            ask { [weak self] in self?.closeNow(window) }
        } else {
            closeNow(window)
        }
    }

    private func closeNow(_ window: Window) {
        window.close()
        windows.removeAll { $0 === window }
    }

    private func environment(for window: Window?) -> EnvironmentValues {
        if let known = window.flatMap({ environments[ObjectIdentifier($0)] }) { return known }
        var environment = EnvironmentValues()
        conditions.apply(to: &environment)
        environment.focused = focused
        environment.openWindow.opener = self
        environment.dismissWindow.opener = self
        environment.openSettings.opener = self
        environment.dismiss.dismiss = { [weak self, weak window] in
            if let window { self?.close(window) }
        }
        if let window { environments[ObjectIdentifier(window)] = environment }
        return environment
    }

    private var environments: [ObjectIdentifier: EnvironmentValues] = [:]
}

/// The app as a view, so that its state and what it reads are kept and observed like those of any view.
private struct Launched<A: App>: View {
    typealias Body = Never

    let app: A
    unowned let stage: Stage
}

extension Launched: Primitive {
    package func update(_ element: Element) {
        let descriptions = sceneDescriptions(of: app, linking: element)
        stage.describe(descriptions)
        element.show(MenuBar(descriptions: descriptions, name: "\(A.self)", stage: stage), at: "menus")
        for (index, description) in descriptions.enumerated() {
            guard description.kind == .menuBarExtra, description.isInserted?.wrappedValue != false else { continue }
            let environment = description.change(element.environment)
            element.show(
                MenuBarExtraView(label: description.label, content: description.content(nil)), at: "extra \(index)",
                environment: environment)
        }
        for (index, watch) in descriptions.flatMap(\.watches).enumerated() {
            element.show(watch(AnyView(EmptyView())), at: "watch \(index)")
        }
    }
}

/// The item at the right of the menu bar, with what it opens.
private struct MenuBarExtraView: View {
    typealias Body = Never

    let label: AnyView?
    let content: AnyView
}

extension MenuBarExtraView: Primitive {
    package func update(_ element: Element) {
        element.show(label, at: "label")
        element.show(content, at: "content")
    }

    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.menu, label: element.nodes(at: "label"), element.nodes(at: "content"), at: element)
        node.looks.append(("extra", ""))
        return [node]
    }
}
