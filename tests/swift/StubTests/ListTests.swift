import Screen
import SwiftUI
import Testing

private struct Chat: Identifiable, Hashable {
    let id: Int
    var title: String
}

private struct Sidebar: View {
    @State private var chats = ["Rust", "Swift", "Metal"].enumerated().map { Chat(id: $0, title: $1) }
    @State private var chosen: Int?
    @State private var deleted = ""

    var body: some View {
        NavigationSplitView {
            List(selection: $chosen) {
                Section("Today") {
                    ForEach(chats) { chat in
                        Text(chat.title).contextMenu {
                            Button("Delete", role: .destructive) { chats.removeAll { $0 == chat } }
                        }
                    }
                    .onMove { chats.move(fromOffsets: $0, toOffset: $1) }
                    .onDelete { chats.remove(atOffsets: $0) }
                }
            }
            .onDeleteCommand { chats.removeAll { $0.id == chosen } }
        } detail: {
            Text(chats.first { $0.id == chosen }?.title ?? "Nothing chosen").font(.title)
        }
    }
}

private struct Many: View {
    @State private var chosen: Set<String> = []
    @State private var opened = ""

    var body: some View {
        List(["a", "b", "c"], id: \.self, selection: $chosen) { Text($0) }
            .contextMenu(forSelectionType: String.self) { ids in
                Button("Open \(ids.sorted().joined())") { opened = "menu" }
            } primaryAction: { ids in
                opened = ids.sorted().joined()
            }
        Text("Chosen \(chosen.sorted().joined())")
        Text("Opened \(opened)")
    }
}

@MainActor
@Suite("Lists")
struct ListTests {
    @Test func aRowIsSelectedByItsIdentity() throws {
        let screen = Screen(Sidebar())
        #expect(screen.contains("Nothing chosen"))
        try screen.select("Swift")
        #expect(screen.texts().last == "Swift")
        #expect(screen.selected() == ["Swift"])
    }

    @Test func arrowKeysMoveTheSelectionAndDeleteIsHeard() throws {
        let screen = Screen(Sidebar())
        try screen.select("Rust")
        try screen.press(.downArrow)
        #expect(screen.selected() == ["Swift"])
        try screen.press(.delete)
        #expect(screen.rows() == ["Rust", "Metal"])
    }

    @Test func rowsMoveAndGo() throws {
        let screen = Screen(Sidebar())
        try screen.move("Metal", before: "Rust")
        #expect(screen.rows() == ["Metal", "Rust", "Swift"])
        try screen.move("Metal", before: nil)
        #expect(screen.rows() == ["Rust", "Swift", "Metal"])
        try screen.delete("Swift")
        #expect(screen.rows() == ["Rust", "Metal"])
    }

    @Test func theMenuOfARowIsItsOwn() throws {
        let screen = Screen(Sidebar())
        try screen.choose("Delete", inMenuOf: "Swift")
        #expect(screen.rows() == ["Rust", "Metal"])
    }

    @Test func severalRowsAreSelectedAndOpened() throws {
        let screen = Screen(Many())
        try screen.select("a")
        try screen.select("c", adding: true)
        #expect(screen.contains("Chosen ac"))
        try screen.choose("Open b", inMenuOf: "b")
        #expect(screen.contains("Opened menu"))
        try screen.doubleTap("b")
        #expect(screen.contains("Opened b"))
    }

    @Test func aTagOfAnotherTypeIsToldOf() throws {
        struct Wrong: View {
            @State private var chosen: Int?

            var body: some View {
                List(selection: $chosen) { Text("row").tag("a string") }
            }
        }
        let screen = Screen(Wrong())
        let error = #expect(throws: ScreenError.self) { try screen.select("row") }
        #expect(error?.description.contains("the selection is Int") == true)
    }

    @Test func aPickerTakesTheTagOfItsOption() throws {
        struct Picking: View {
            @State private var model: String? = nil

            var body: some View {
                Picker("Model", selection: $model) {
                    Text("None").tag(String?.none)
                    ForEach(["small", "large"], id: \.self) { Text($0).tag($0) }
                }
                Text("Takes \(model ?? "nothing")")
            }
        }
        let screen = Screen(Picking())
        #expect(try screen.spoken("Model").value == "None")
        try screen.pick("large", in: "Model")
        #expect(screen.contains("Takes large"))
        #expect(throws: ScreenError.self) { try screen.pick("huge", in: "Model") }
    }
}
