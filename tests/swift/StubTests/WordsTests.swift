import Screen
import SwiftUI
import Testing

@MainActor
@Suite("Words and what is read aloud")
struct WordsTests {
    @Test func theKeyHasSpecifiersAndTheCatalogueAnswers() {
        var conditions = Conditions()
        var asked: [String] = []
        conditions.catalogue = { key, _, _ in
            asked.append(key)
            return ["%lld of %lld": "%2$lld, davon %1$lld", "Hello %@": "Hallo %@", "%lf": "%.1f"][key]
        }
        let name = "Ada"
        let screen = Screen(
            VStack {
                Text("\(2) of \(3)")
                Text("Hello \(name)")
                Text("\(0.25)")
                Text(verbatim: "100 %")
                Text("100 %")
                Text("\(50) %")
                Text(name)
            }, conditions)
        #expect(screen.texts() == ["3, davon 2", "Hallo Ada", "0.2", "100 %", "100 %", "50 %", "Ada"])
        #expect(Set(asked) == ["%lld of %lld", "Hello %@", "%lf", "100 %", "%lld %%"])
    }

    @Test func theCatalogueChoosesThePlural() {
        var conditions = Conditions()
        conditions.locale = Locale(identifier: "de_DE")
        conditions.catalogue = { _, _, arguments in (arguments.first as? Int64) == 1 ? "%lld Chat" : "%lld Chats" }
        let screen = Screen(
            VStack {
                Text("\(1) chats")
                Text("\(2) chats")
                Text("\(12_345) chats")
            }, conditions)
        #expect(screen.texts() == ["1 Chat", "2 Chats", "12.345 Chats"])
    }

    @Test func aControlWithoutANameIsFound() throws {
        let screen = Screen(
            VStack {
                Button {
                } label: {
                    Image(systemName: "trash")
                }
                Button("Share", systemImage: "square.and.arrow.up") {}.labelStyle(.iconOnly)
                Button {
                } label: {
                    Image(systemName: "stop")
                }
                .accessibilityLabel("Stop")
                .accessibilityHint("Ends the answer")
                Slider(value: .constant(0.5)).accessibilityLabel("Temperature").accessibilityValue("half")
            })
        #expect(screen.unlabelled().map(\.role) == ["button"])
        #expect(try screen.spoken("Share").role == "button")
        #expect(try screen.spoken("Stop").hint == "Ends the answer")
        #expect(try screen.spoken("Temperature").value == "half")
    }

    @Test func whatIsJoinedIsReadAsOne() {
        let screen = Screen(
            VStack {
                HStack {
                    Text("12")
                    Text("tokens a second")
                }
                .accessibilityElement(children: .combine)
                Text("Hidden").accessibilityHidden(true)
            })
        #expect(screen.spoken().map(\.label) == ["12, tokens a second"])
    }

    @Test func actionsOfVoiceOverRun() throws {
        let model = Model()
        let screen = Screen(Text("Message").accessibilityAction(named: "Copy") { model.count = 1 })
        try screen.perform("Copy", on: "Message")
        #expect(model.count == 1)
        #expect(throws: ScreenError.self) { try screen.perform("Burn", on: "Message") }
    }

    @Test func conditionsReachTheViews() {
        struct Reading: View {
            @Environment(\.accessibilityReduceMotion) private var reduceMotion
            @Environment(\.dynamicTypeSize) private var size

            var body: some View {
                Text("\(reduceMotion ? "still" : "moving") \(size.isAccessibilitySize ? "big" : "small")")
            }
        }
        var conditions = Conditions()
        conditions.reduceMotion = true
        conditions.dynamicTypeSize = .accessibility2
        #expect(Screen(Reading(), conditions).texts() == ["still big"])
    }

    @Test func anErrorShowsTheScreen() {
        let screen = Screen(
            VStack {
                Button("Send") {}.disabled(true)
                Button("Stop") {}
            })
        let missing = #expect(throws: ScreenError.self) { try screen.tap("Sent") }
        #expect(missing?.description.contains("There is: “Send”, “Stop”") == true)
        let disabled = #expect(throws: ScreenError.self) { try screen.tap("Send") }
        #expect(disabled?.description.contains("“Send” is disabled") == true)
    }
}
