import AppKit
import SwiftUI

/// What a person in front of the Mac would see, and what they could do.
///
/// Every action first brings the screen up to date, acts, and brings it up to date again. What cannot be done throws,
/// and the error says what was there.
@MainActor
public final class Screen {
    let stage: Stage
    /// The window in front and the menu bar as they were at the last update: nodes are made anew for each look.
    private(set) var current: [Node] = []
    private(set) var currentApp: [Node] = []
    private let announced = announcementCount()

    /// Shows one view in a window.
    public init(_ view: some View, _ conditions: Conditions = Conditions()) {
        stage = Stage(conditions)
        stage.show(view)
        update()
    }

    /// Starts an app: its first window and its menu bar.
    public init(app: some App, _ conditions: Conditions = Conditions()) {
        stage = Stage(conditions)
        stage.launch(app)
        update()
    }

    func update() {
        // A window that closes another, or opens one, is heard at the next turn.
        for _ in 0..<3 { stage.update() }
        current = stage.front?.graph.nodes ?? []
        currentApp = stage.app?.nodes ?? []
    }

    // MARK: What there is

    /// The words on the window in front, in the order of the screen; what is folded into menus is not there.
    public func texts() -> [String] {
        seen.filter { $0.kind == .text }.compactMap(\.text).filter { !$0.isEmpty }
    }

    public func contains(_ text: String) -> Bool {
        texts().contains(text)
    }

    /// The tree of the window in front.
    public func dump() -> String {
        update()
        return window.map { $0.dump() }.joined()
    }

    /// The tree of the menu bar.
    public func dumpMenus() -> String {
        update()
        return menus.map { $0.dump() }.joined()
    }

    /// The titles of the open windows, the one in front last.
    public var windows: [String] {
        update()
        return stage.windows.map { window in
            let scene = window.scene.flatMap { stage.descriptions.indices.contains($0) ? stage.descriptions[$0] : nil }
            return window.title ?? scene?.title?.resolved(in: EnvironmentValues()) ?? window.id ?? ""
        }
    }

    /// What stands under the title of the window in front.
    public var subtitle: String? {
        update()
        return stage.front?.subtitle
    }

    /// What the alert or dialog on top asks or tells.
    public var question: String? {
        update()
        return window.flatMap(\.all).last { $0.kind == .alert || $0.kind == .dialog }?.text
    }

    public func bringToFront(_ title: String) throws {
        let titles = windows
        guard let index = titles.firstIndex(of: title) else {
            throw failure("there is no window “\(title)”", titles)
        }
        stage.bringToFront(stage.windows[index])
        update()
    }

    public func closeWindow() {
        if let front = stage.front { stage.close(front) }
        update()
    }

    /// Quits, as by the menu or by logging out. `true` or `false` is the answer of the app; `nil` if it comes later. While
    /// a sheet is open that does not say that it may, macOS refuses and asks nobody.
    @discardableResult
    public func quit() -> Bool? {
        NSApplication.shared.laterReply = nil
        update()
        let sheets = stage.windows.flatMap { $0.graph.nodes.flatMap(\.all) }.filter { $0.kind == .sheet }
        let letsQuit = { (sheet: Node) in
            sheet.all.contains { $0.looks.contains { $0 == ("presentationPreventsAppTermination", "false") } }
        }
        guard sheets.allSatisfy(letsQuit) else { return false }
        let reply = NSApplication.shared.delegate?.applicationShouldTerminate(.shared) ?? .terminateNow
        update()
        return reply == .terminateLater ? nil : reply == .terminateNow
    }

    /// The answer of an app that wanted to think about it; `nil` while it does.
    public var quits: Bool? {
        update()
        return NSApplication.shared.laterReply
    }

    /// How often the bodies of views of a type were evaluated in the open windows.
    public func redraws(of type: Any.Type) -> Int {
        update()
        return (stage.windows.map(\.graph) + [stage.app].compactMap { $0 }).reduce(0) {
            $0 + ($1.redraws["\(type)"] ?? 0)
        }
    }

    /// What SwiftUI would write to the console, or do wrong in silence.
    public var complaints: [String] {
        update()
        return (stage.windows.map(\.graph) + [stage.app].compactMap { $0 }).flatMap(\.complaints)
    }

    /// What was announced to VoiceOver since this screen was made. One process has one voice: tests that read this must
    /// not run beside others that announce.
    public var announcements: [String] { announcementsSince(announced) }

    /// What is stored for `@AppStorage` under a key.
    public func stored(_ key: String) -> Any? {
        update()
        return stage.defaults[key]
    }

    // MARK: Waiting

    /// Lets tasks go on until they wait for something that does not come by itself.
    public func settle() async {
        for _ in 0..<20 {
            update()
            await Task.yield()
        }
        update()
    }

    /// Waits until something holds, for at most a time that no working program needs, even while all other tests want
    /// the one main actor.
    public func wait(
        for what: String, within limit: Duration = .seconds(60), until condition: (Screen) throws -> Bool
    ) async throws {
        let end = ContinuousClock.now + limit
        // Many tests wait at once, on one actor: whoever has looked often looks less often.
        var pause = Duration.milliseconds(2)
        while true {
            update()
            if try condition(self) { return }
            guard ContinuousClock.now < end else { throw failure("waited in vain for \(what)") }
            try await Task.sleep(for: pause)
            pause = min(pause * 1.5, .milliseconds(250))
        }
    }

    /// Hands a URL to the app, as the system does: to the window in front that takes any.
    public func open(_ url: URL) {
        update()
        let takers = stage.windows.last { !$0.graph.urlHandlers.isEmpty }?.graph.urlHandlers.values
        for handler in Array(takers ?? [:].values) { handler(url) }
        update()
    }
}
