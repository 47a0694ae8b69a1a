import Screen
import SwiftUI
import Testing

extension FocusedValues {
    fileprivate var title: String? {
        get { self[TitleKey.self] }
        set { self[TitleKey.self] = newValue }
    }

    private struct TitleKey: FocusedValueKey { typealias Value = String }
}

private struct ChatApp: App {
    @State private var model = Model()
    @AppStorage("extra") private var hasExtra = false

    var body: some Scene {
        WindowGroup("Chats", id: "main") {
            Main().environment(model).navigationTitle("Chats \(model.count)")
        }
        .commands {
            CommandGroup(replacing: .newItem) {
                Button("New Chat") { model.count += 1 }.keyboardShortcut("n")
            }
            CommandMenu("Chat") {
                TitleItem()
                Menu("More") { Button("Deep") { model.name = "deep" } }
                Toggle("Extra", isOn: $hasExtra)
            }
        }
        WindowGroup("Chat", for: Int.self) { $number in
            Text("Window \(number ?? 0)").focusedSceneValue(\.title, "chat \(number ?? 0)")
        }
        Settings { Text("The settings") }
        MenuBarExtra("Quick", systemImage: "bolt", isInserted: $hasExtra) { Button("Ask") { model.name = "asked" } }
    }
}

private struct TitleItem: View {
    @FocusedValue(\.title) private var title

    var body: some View {
        Button("Rename \(title ?? "nothing")") {}.disabled(title == nil).keyboardShortcut(
            "r", modifiers: [.command, .shift])
    }
}

private struct Main: View {
    @Environment(Model.self) private var model
    @Environment(\.openWindow) private var openWindow

    var body: some View {
        Text("Main \(model.count) \(model.name)").focusedSceneValue(\.title, "main")
        Button("Open 3") { openWindow(value: 3) }
    }
}

@MainActor
@Suite("Apps, windows, menus")
struct AppTests {
    @Test func theMenuBarIsWhatTheAppMadeOfIt() throws {
        let screen = Screen(app: ChatApp())
        #expect(try screen.items(of: "File") == ["New Chat ⌘N", "Close ⌘W"])
        #expect(try screen.items(of: "Chat") == ["Rename main ⇧⌘R", "More", "Extra"])
        #expect(try screen.items(of: "Edit").first == "Undo ⌘Z (disabled)")
        #expect(screen.contestedShortcuts().isEmpty)
        try screen.choose("File", "New Chat")
        try screen.press("n", modifiers: .command)
        #expect(screen.contains("Main 2 Model"))
        #expect(screen.windows == ["Chats 2"])
        try screen.choose("Chat", "More", "Deep")
        #expect(screen.contains("Main 2 deep"))
    }

    @Test func theMenuFollowsTheWindowInFront() throws {
        let screen = Screen(app: ChatApp())
        try screen.tap("Open 3")
        #expect(screen.texts() == ["Window 3"])
        #expect(try screen.items(of: "Chat").first == "Rename chat 3 ⇧⌘R")
        try screen.bringToFront("Chats 0")
        #expect(try screen.items(of: "Chat").first == "Rename main ⇧⌘R")
        // One window for one value.
        try screen.tap("Open 3")
        #expect(screen.windows.count == 2)
        screen.closeWindow()
        screen.closeWindow()
        #expect(try screen.items(of: "Chat").first == "Rename nothing ⇧⌘R (disabled)")
    }

    @Test func settingsOpenOnce() throws {
        let screen = Screen(app: ChatApp())
        try screen.press(",", modifiers: .command)
        try screen.choose("ChatApp", "Settings…")
        #expect(screen.windows == ["Chats 0", "Settings"])
        #expect(screen.texts() == ["The settings"])
    }

    @Test func anExtraIsThereWhenItIsWanted() throws {
        let screen = Screen(app: ChatApp())
        #expect(throws: ScreenError.self) { try screen.choose("Quick", "Ask") }
        try screen.choose("Chat", "Extra")
        try screen.choose("Quick", "Ask")
        #expect(screen.contains("Main 0 asked"))
    }

    @Test func undoIsOfTheWindow() throws {
        struct Undoing: View {
            @Environment(\.undoManager) private var undo
            let model: Model

            var body: some View {
                Text("Count \(model.count)")
                Button("Add") {
                    model.count += 1
                    undo?.registerUndo(withTarget: model) { $0.count -= 1 }
                    undo?.setActionName("Add")
                }
            }
        }
        struct UndoApp: App {
            var body: some Scene { WindowGroup { Undoing(model: Self.model) } }
            static let model = Model()
        }
        let screen = Screen(app: UndoApp())
        try screen.tap("Add")
        #expect(try screen.items(of: "Edit").first == "Undo Add ⌘Z")
        try screen.press("z", modifiers: .command)
        #expect(screen.contains("Count 0"))
    }
}
