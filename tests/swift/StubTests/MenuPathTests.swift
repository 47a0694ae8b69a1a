import Screen
import SwiftUI
import Testing

private struct MenusApp: App {
    static let model = Model()

    var body: some Scene {
        WindowGroup(id: "main", for: Int.self) { number in
            Chosen().navigationTitle("Window").navigationSubtitle("Under it")
                .onOpenURL { _ in Self.model.count += 1 }
                .handlesExternalEvents(preferring: ["*"], allowing: ["*"])
                .alert("Sure?", isPresented: .constant(Self.model.name == "ask")) {}
        }
        .commands {
            CommandMenu("Do") {
                Menu("More") {
                    Toggle("On", isOn: .constant(true))
                    Toggle("Off", isOn: .constant(false))
                    Button("No") {}.disabled(true).help("Not now")
                }
            }
        }
    }
}

private struct Chosen: View {
    @State private var selection: Set<String> = []

    var body: some View {
        List(selection: $selection) {
            ForEach(["a", "b", "c"], id: \.self) { Text($0) }
            Text("own").contextMenu { Button("Mine") { MenusApp.model.name = "own" } }
        }
        .accessibilityLabel("Letters")
        .contextMenu(forSelectionType: String.self) { chosen in
            Menu("With") { Button("Count") { MenusApp.model.name = "\(chosen.count)" } }
        }
    }
}

@MainActor
@Suite("Ways through menus", .serialized)
struct MenuPathTests {
    @Test func submenusListTheirItems() throws {
        let screen = Screen(app: MenusApp())
        #expect(try screen.items(of: "Do", "More") == ["On ✓", "Off", "No (disabled)"])
        #expect(try screen.help(of: "Do", "More", "No") == "Not now")
        #expect(throws: ScreenError.self) { try screen.items(of: "Do", "Less") }
    }

    @Test func aMenuOfRowsIsAboutAllThatAreSelected() throws {
        let screen = Screen(app: MenusApp())
        try screen.select("a")
        try screen.select("b", adding: true)
        try screen.choose("With", "Count", inMenuOf: "b")
        #expect(MenusApp.model.name == "2")
        try screen.choose("With", "Count", inMenuOf: "c")
        #expect(MenusApp.model.name == "1")
        try screen.choose("Mine", inMenuOf: "own")
        #expect(MenusApp.model.name == "own")
    }

    @Test func aNameOfAListLeavesItsRowsToVoiceOver() {
        let labels = Screen(app: MenusApp()).spoken().map(\.label)
        #expect(labels.contains("Letters") && labels.contains("a"))
    }

    @Test func anAddressGoesToOneWindow() throws {
        let screen = Screen(app: MenusApp())
        try screen.press("n", modifiers: .command)
        #expect(screen.windows.count == 2 && screen.subtitle == "Under it")
        let before = MenusApp.model.count
        screen.open(try #require(URL(string: "tandem://new")))
        #expect(MenusApp.model.count == before + 1)
    }

    @Test func aQuestionIsRead() {
        let screen = Screen(app: MenusApp())
        #expect(screen.question == nil)
        MenusApp.model.name = "ask"
        #expect(screen.question == "Sure?")
        MenusApp.model.name = "own"
    }
}
