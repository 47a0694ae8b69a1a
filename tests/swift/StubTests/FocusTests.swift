import Screen
import SwiftUI
import Testing

private enum Field: Hashable { case name, message }

private struct Composer: View {
    @FocusState private var field: Field?
    @State private var name = ""
    @State private var message = ""
    @State private var log: [String] = []
    @State private var isShown = false

    var body: some View {
        TextField("Name", text: $name)
            .focused($field, equals: .name)
            .onSubmit { field = .message }
        TextField("Message", text: $message)
            .focused($field, equals: .message)
            .onKeyPress(.return) {
                guard !message.isEmpty else { return .ignored }
                log.append(message)
                message = ""
                return .handled
            }
            .onSubmit { log.append("empty") }
        if isShown {
            TextField("Late", text: $name).focused($field, equals: .name)
        }
        Text("Field \(field.map { "\($0)" } ?? "none")")
        Text("Log \(log.joined(separator: ","))")
        Button("Leave") { field = nil }
    }
}

private struct Late: View {
    @FocusState private var isFocused: Bool
    @State private var isShown = false

    var body: some View {
        Text(isFocused ? "focused" : "not focused")
        if isShown {
            TextField("Late", text: .constant("")).focused($isFocused)
        }
        Button("Show") {
            isShown = true
            isFocused = true
        }
        Button("Ask") { isFocused = true }
    }
}

@MainActor
@Suite("Focus and keys")
struct FocusTests {
    @Test func theStateFollowsTheFieldAndTheFieldTheState() throws {
        let screen = Screen(Composer())
        try screen.type("Ada", into: "Name")
        #expect(screen.contains("Field name"))
        try screen.press(.return)
        #expect(screen.focus == "Message")
        #expect(screen.contains("Field message"))
        try screen.tap("Leave")
        #expect(screen.focus == nil)
    }

    @Test func keysGoToTheFieldFirstToItsHandlers() throws {
        let screen = Screen(Composer())
        try screen.click(into: "Message")
        try screen.press("h")
        try screen.press("i", modifiers: .shift)
        #expect(try screen.text(in: "Message") == "hI")
        try screen.press(.return)
        #expect(screen.contains("Log hI"))
        // What the handler ignores submits.
        try screen.press(.return)
        #expect(screen.contains("Log hI,empty"))
    }

    @Test func tabGoesRound() throws {
        let screen = Screen(Composer())
        try screen.press(.tab, modifiers: .shift)
        #expect(screen.focus == "Message")
        try screen.press(.tab)
        #expect(screen.focus == "Name")
        try screen.press(.tab)
        #expect(screen.focus == "Message")
        try screen.press(.tab, modifiers: .shift)
        #expect(screen.focus == "Name")
    }

    @Test func aFieldThatAppearsCanBeAskedFor() throws {
        let screen = Screen(Late())
        try screen.tap("Show")
        #expect(screen.focus == "Late")
        #expect(screen.contains("focused"))
    }

    @Test func whatIsNotThereCannotBeAskedFor() throws {
        let screen = Screen(Late())
        try screen.tap("Ask")
        #expect(screen.contains("not focused"))
    }

    @Test func aKeyThatNobodyTakesIsToldOf() {
        let screen = Screen(Text("Only words"))
        let error = #expect(throws: ScreenError.self) { try screen.press("k", modifiers: .command) }
        #expect(error?.description.contains("nothing takes ⌘K") == true)
        #expect(error?.description.contains("Only words") == true)
    }
}
