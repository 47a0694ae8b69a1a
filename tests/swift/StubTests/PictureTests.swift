import Charts
import Foundation
import Screen
import SwiftUI
import Testing

private struct Chats: View {
    @State var chosen: Set<Int> = [1]
    @State var search = ""
    @State var message = ""
    @State var isAsking = false
    @State var isNaming = false
    @State var name = "Bridges"
    @State var thinks = true
    @State var depth = 2
    var fails = false

    var body: some View {
        NavigationSplitView {
            List(selection: $chosen) {
                Section("Today") {
                    ForEach(0..<3) { index in
                        Label("Chat \(index)", systemImage: "bubble").badge(index).tag(index)
                            .contextMenu {
                                Button("Rename") { isNaming = true }
                                Button("Delete", role: .destructive) { isAsking = true }.disabled(index == 0)
                            }
                    }
                }
            }
            .searchable(text: $search, placement: .sidebar, prompt: "Search all chats")
        } detail: {
            VStack {
                ScrollView {
                    LazyVStack {
                        Text("Why do bridges hum?").bold()
                        Text(verbatim: "<b>Wind</b> & wires.").foregroundStyle(.secondary)
                        DisclosureGroup("Thinking") { Text("Wires are strings.") }
                        Button("Copy", systemImage: "doc.on.doc") {}.labelStyle(.iconOnly).buttonStyle(.plain)
                        speed
                    }
                }
                Divider()
                HStack {
                    TextField("Message", text: $message, prompt: Text("Ask anything"))
                    Spacer()
                    Toggle("Thinking", isOn: $thinks)
                    Picker("Drafts", selection: $depth) { ForEach(0..<4) { Text("\($0) drafts") } }
                    Button("Send") {}.keyboardShortcut(.defaultAction).disabled(message.isEmpty)
                    if fails { Button("") {} }
                }
            }
            .navigationTitle("Bridges")
            .navigationSubtitle("Pocket")
            .toolbar {
                ToolbarItem(placement: .navigation) { Button("New", systemImage: "square.and.pencil") {} }
                ToolbarItem(placement: .primaryAction) { Menu("More") { Button("Export…") {} } }
            }
        }
        .confirmationDialog("Delete this chat?", isPresented: $isAsking) { Button("Delete", role: .destructive) {} }
        .sheet(isPresented: $isNaming) {
            Form { TextField("Name", text: $name) }
                .toolbar {
                    ToolbarItem(placement: .cancellationAction) { Button("Cancel") { isNaming = false } }
                    ToolbarItem(placement: .confirmationAction) { Button("Rename") {} }
                }
        }
    }

    private var speed: some View {
        Chart {
            ForEach(0..<6, id: \.self) { second in
                BarMark(x: .value("Round", second), y: .value("Tokens", 1 + second % 3))
                    .foregroundStyle(by: .value("Kind", "accepted"))
                BarMark(x: .value("Round", second), y: .value("Tokens", 1))
                    .foregroundStyle(by: .value("Kind", "corrected"))
            }
            LineMark(x: .value("Round", 0), y: .value("Tokens", 1))
            LineMark(x: .value("Round", 5), y: .value("Tokens", 4))
        }
    }
}

/// The words between two marks of a page; for each place where the first stands.
private func between(_ start: String, _ end: String, in page: String) -> [String] {
    page.components(separatedBy: start).dropFirst().compactMap { $0.components(separatedBy: end).first }
}

@MainActor
@Suite("Pictures")
struct PictureTests {
    private func dark() -> Conditions {
        var conditions = Conditions()
        conditions.colorScheme = .dark
        return conditions
    }

    @Test func aWindowHasItsColumnsItsBarAndItsRowsInOrder() throws {
        let page = Screen(Chats()).html(title: "Chats")
        #expect(between("<h1>", "</h1>", in: page) == ["Chats"])
        let sidebar = try #require(between("class=\"column sidebar\"", "class=\"column detail\"", in: page).first)
        #expect(
            between("<span class=\"text\">", "</span>", in: sidebar).prefix(4) == ["Today", "Chat 0", "Chat 1", "1"])
        #expect(Screen(Chats()).rows() == ["Chat 0", "Chat 1", "Chat 2"])
        #expect(sidebar.contains("Search all chats"))
        #expect(between("<b>", "</b>", in: page).first == "Bridges")
        let bar = try #require(between("class=\"titlebar\"", "class=\"content\"", in: page).first)
        #expect(bar.contains("New") && bar.contains("More") && bar.contains("Pocket"))
        let toolbarIsTwice = page.components(separatedBy: "square.and.pencil").count > 2
        #expect(!toolbarIsTwice)
    }

    @Test func whatIsChosenDisabledOnOrEmptyIsSeen() throws {
        let screen = Screen(Chats())
        let page = screen.html(title: "Chats")
        let rows = between("<div class=\"row", ">", in: page)
        #expect(rows == ["\"", " selected\"", "\""])
        #expect(page.contains("<div class=\"button default disabled\">"))
        #expect(page.contains("☑"))
        #expect(page.contains("<span class=\"prompt\">Ask anything</span>"))
        #expect(between("<div class=\"popup\">", "</div>", in: page).first?.contains("2 drafts") == true)
        try screen.type("hello", into: "Message")
        let typed = screen.html(title: "Chats")
        #expect(typed.contains("textField focused") && typed.contains(">hello</span>"))
        #expect(!typed.contains("button default disabled"))
    }

    @Test func whatPeopleWriteIsTextAndLooksAreNoted() {
        let page = Screen(Chats()).html(title: "<script>")
        #expect(page.contains("&lt;b&gt;Wind&lt;/b&gt; &amp; wires."))
        #expect(!page.contains("<script>"))
        #expect(page.contains("<span class=\"text font-bold\">Why do bridges hum?"))
        #expect(page.contains("<span class=\"text tone-secondary\">"))
        #expect(page.contains("<div class=\"button plain\">"))
    }

    @Test func aControlWithoutANameIsMarked() {
        #expect(!Screen(Chats()).html(title: "").contains("nameless\""))
        #expect(Screen(Chats(fails: true)).html(title: "").contains("button nameless\""))
    }

    @Test func whatIsClosedIsListedBelow() {
        let page = Screen(Chats()).html(title: "Chats")
        let menus = between("<li>", "</li>", in: page)
        #expect(menus.contains("<b>More</b> Export…"))
        #expect(menus.contains("<b>Drafts</b> 0 drafts · 1 drafts · 2 drafts · 3 drafts"))
        #expect(menus.contains("<b>⌃ Chat 0</b> Rename · Delete (disabled)"))
    }

    @Test func aSheetAndAQuestionLieOverTheWindow() throws {
        let screen = Screen(Chats())
        try screen.choose("Rename", inMenuOf: "Chat 1")
        let sheet = try #require(between("<div class=\"dim\">", "<ul", in: screen.html(title: "Rename")).first)
        #expect(sheet.contains("Bridges"))
        let answers = try #require(between("class=\"answers\"", "<ul", in: sheet).first)
        #expect(answers.contains("Cancel") && answers.contains("button default\""))
        try screen.tap("Cancel")
        try screen.choose("Delete", inMenuOf: "Chat 1")
        let question = try #require(between("<div class=\"dim\">", "<ul", in: screen.html(title: "Delete")).first)
        #expect(question.contains("<h2>Delete this chat?</h2>") && question.contains("button destructive\""))
    }

    @Test func aChartHasItsMarksAtTheirPlaces() throws {
        let page = Screen(Chats()).html(title: "Chats")
        let picture = try #require(between("<svg", "</svg>", in: page).first)
        // Two kinds of bars on top of each other, up to 4 of 4; one line from the first place to the last.
        #expect(picture.components(separatedBy: "<rect").count == 1 + 1 + 12)
        #expect(between("<polyline points=\"", "\"", in: picture) == ["79.0,116.5 429.0,4.0"])
        #expect(
            between("<text ", "</text>", in: picture).map { $0.components(separatedBy: ">").last } == [
                "0", "5", "0", "4",
            ])
        #expect(
            between("</i>", "</span>", in: page.components(separatedBy: "legend").last ?? "").prefix(2) == [
                "accepted", "corrected",
            ])
    }

    @Test func darkIsDark() {
        #expect(Screen(Chats()).html(title: "").contains("<body class=\"light\">"))
        #expect(Screen(Chats(), dark()).html(title: "").contains("<body class=\"dark\">"))
    }

    @Test func pagesAreKeptForTheScriptThatMakesPictures() throws {
        try Screen(Chats()).keepPicture("Stub: chats")
        try Screen(Chats(), dark()).keepPicture("Stub: chats, dark")
        let screen = Screen(Chats())
        try screen.choose("Rename", inMenuOf: "Chat 1")
        try screen.keepPicture("Stub: a sheet")
    }
}
