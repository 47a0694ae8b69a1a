import Screen
import SwiftUI
import Testing
import UniformTypeIdentifiers

private struct Draft: Identifiable {
    let id: Int
}

private struct Asking: View {
    @State private var isShown = false
    @State private var draft: Draft?
    @State private var isAsking = false
    @State private var wasAsked = ""
    @State private var dismissed = 0

    var body: some View {
        Button("Open") { isShown = true }
        Button("Edit") { draft = Draft(id: 7) }
        Button("Remove") { isAsking = true }
        Text("Answer \(wasAsked)")
        Text("Dismissed \(dismissed)")
            .sheet(isPresented: $isShown, onDismiss: { dismissed += 1 }) { About() }
            .sheet(item: $draft) { Text("Draft \($0.id)") }
            .confirmationDialog("Remove it?", isPresented: $isAsking) {
                Button("Remove", role: .destructive) { wasAsked = "yes" }
            } message: {
                Text("It cannot be brought back.")
            }
    }
}

private struct About: View {
    @Environment(\.dismiss) private var dismiss
    @State private var name = ""

    var body: some View {
        TextField("Name", text: $name)
        Button("Close") { dismiss() }.keyboardShortcut(.defaultAction)
    }
}

@MainActor
@Suite("Sheets and questions")
struct PresentationTests {
    @Test func aSheetCoversTheWindowAndClosesItself() throws {
        let screen = Screen(Asking())
        try screen.tap("Open")
        let error = #expect(throws: ScreenError.self) { try screen.tap("Edit") }
        #expect(error?.description.contains("behind what is on top") == true)
        try screen.tap("Close")
        #expect(screen.contains("Dismissed 1"))
        try screen.tap("Edit")
        #expect(screen.contains("Draft 7"))
    }

    @Test func aSheetBeginsAnewAndEscapeClosesIt() throws {
        let screen = Screen(Asking())
        try screen.tap("Open")
        try screen.type("me", into: "Name")
        try screen.press(.escape)
        #expect(screen.contains("Dismissed 1"))
        try screen.tap("Open")
        #expect(try screen.text(in: "Name") == "")
    }

    @Test func returnIsTheDefaultButton() throws {
        let screen = Screen(Asking())
        try screen.tap("Open")
        try screen.click(into: "Name")
        try screen.press(.return)
        #expect(screen.contains("Dismissed 1"))
    }

    @Test func aQuestionHasItsAnswersAndAWayOut() throws {
        let screen = Screen(Asking())
        try screen.tap("Remove")
        #expect(screen.contains("It cannot be brought back."))
        try screen.tap("Cancel")
        #expect(screen.contains("Answer "))
        try screen.tap("Remove")
        try screen.tap("Remove")
        #expect(screen.contains("Answer yes"))
        #expect(!screen.contains("It cannot be brought back."))
    }

    @Test func anAlertWithoutAnswersHasOK() throws {
        struct Failing: View {
            @State private var failed = true

            var body: some View {
                Text("Below").alert("It failed", isPresented: $failed) {
                } message: {
                    Text("The disk is full.")
                }
            }
        }
        let screen = Screen(Failing())
        #expect(screen.texts() == ["The disk is full."])
        try screen.tap("OK")
        #expect(screen.texts() == ["Below"])
    }

    @Test func filesAreChosenOrNot() throws {
        struct Importing: View {
            @State private var asks = false
            @State private var result = "nothing"

            var body: some View {
                Button("Import") { asks = true }
                Text("Took \(result)")
                    .fileImporter(isPresented: $asks, allowedContentTypes: [.json], allowsMultipleSelection: true) {
                        result = ((try? $0.get()) ?? []).map(\.lastPathComponent).joined(separator: "+")
                    }
            }
        }
        let screen = Screen(Importing())
        #expect(throws: ScreenError.self) { try screen.chooseFiles([]) }
        try screen.tap("Import")
        try screen.cancelPanel()
        #expect(screen.contains("Took nothing"))
        try screen.tap("Import")
        try screen.chooseFiles([URL(filePath: "/a.json"), URL(filePath: "/b.json")])
        #expect(screen.contains("Took a.json+b.json"))
    }
}
