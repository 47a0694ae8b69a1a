import Screen
import SwiftUI
import Testing

private struct Counter: View {
    @State private var count = 0
    var name = "Count"

    var body: some View {
        Text("\(name) \(count)")
        Button("Add to \(name)") { count += 1 }
    }
}

private struct Switching: View {
    @State private var isFirst = true
    @State private var shown = true

    var body: some View {
        if shown {
            Counter(name: isFirst ? "first" : "second")
        }
        Button("Rename") { isFirst.toggle() }
        Button("Show") { shown.toggle() }
    }
}

private struct Editor: View {
    @State private var text = ""
    @State private var isLoud = false

    var body: some View {
        Field(text: $text)
        Toggle("Loud", isOn: $isLoud)
        Text(isLoud ? text.uppercased() : text)
    }

    private struct Field: View {
        @Binding var text: String

        var body: some View { TextField("Message", text: $text) }
    }
}

private struct Point: Equatable {
    var x = 1
    var y = 2
}

private struct Parts: View {
    @State private var point = Point()
    @State private var names: [String] = ["a", "b"]

    var body: some View {
        Stepper("X", value: $point.x, in: 0...2)
        Text("\(point.x), \(point.y)")
        ForEach($names, id: \.self) { name in
            Button("Twice \(name.wrappedValue)") { name.wrappedValue += name.wrappedValue }
        }
        Text(names.joined(separator: " "))
    }
}

@propertyWrapper
private struct Doubled: DynamicProperty {
    @State private var half = 1
    private var seen = 0

    var wrappedValue: Int {
        get { seen }
        nonmutating set { half = newValue / 2 }
    }

    mutating func update() { seen = half * 2 }
}

private struct Doubling: View {
    @Doubled private var number

    var body: some View { Button("Double \(number)") { number *= 2 } }
}

@MainActor
@Suite("State")
struct StateTests {
    @Test func stateLivesAtItsPlaceAndNotInTheView() throws {
        let screen = Screen(Switching())
        try screen.tap("Add to first")
        try screen.tap("Add to first")
        #expect(screen.texts().first == "first 2")
        try screen.tap("Rename")
        #expect(screen.texts().first == "second 2")
    }

    @Test func stateGoesWithItsView() throws {
        let screen = Screen(Switching())
        try screen.tap("Add to first")
        try screen.tap("Show")
        #expect(!screen.contains("first 1"))
        try screen.tap("Show")
        #expect(screen.contains("first 0"))
    }

    @Test func oneValueInTwoPlacesHasTwoStates() throws {
        let counter = Counter()
        let screen = Screen(
            HStack {
                counter.accessibilityIdentifier("left")
                counter.accessibilityIdentifier("right")
            })
        // The same words twice: which of them was meant cannot be known.
        #expect(throws: ScreenError.self) { try screen.tap("Add to Count") }
        let two = Screen(
            HStack {
                Section("Left") { counter }
                Section("Right") { counter }
            })
        try two.tap("Add to Count", near: "Left")
        #expect(two.texts().filter { $0.hasPrefix("Count") } == ["Count 1", "Count 0"])
    }

    @Test func aBindingWritesWhereTheStateLives() throws {
        let screen = Screen(Editor())
        try screen.type("hello", into: "Message")
        #expect(screen.texts().last == "hello")
        try screen.tap("Loud")
        #expect(screen.texts().last == "HELLO")
        #expect(try screen.text(in: "Message") == "hello")
        #expect(try screen.spoken("Loud").value == "on")
    }

    @Test func aBindingReachesIntoAValueAndACollection() throws {
        let screen = Screen(Parts())
        try screen.step("X", .up)
        try screen.step("X", .up)
        #expect(screen.contains("2, 2"))
        try screen.tap("Twice b")
        #expect(screen.contains("a bb"))
    }

    @Test func aBindingOfClosuresRunsOnTheMainActor() throws {
        let model = Model()
        let screen = Screen(
            Toggle("On", isOn: Binding(get: { model.count > 0 }, set: { model.count = $0 ? 1 : 0 })))
        try screen.tap("On")
        #expect(model.count == 1)
        #expect(try screen.spoken("On").value == "on")
    }

    @Test func aPropertyOfPropertiesIsLinkedAndUpdated() throws {
        let screen = Screen(Doubling())
        try screen.tap("Double 2")
        #expect(screen.contains("Double 4"))
    }

    @Test func settingsAreSharedByKeyAndStored() throws {
        struct Setting: View {
            @AppStorage("size") private var size = 3
            let name: String

            var body: some View { Button("\(name) \(size)") { size += 1 } }
        }
        var conditions = Conditions()
        conditions.defaults = ["size": 5]
        let screen = Screen(
            VStack {
                Setting(name: "one")
                Setting(name: "two")
            }, conditions)
        try screen.tap("one 5")
        #expect(screen.contains("two 6"))
        #expect(screen.stored("size") as? Int == 6)
    }
}

@Observable @MainActor
final class Model {
    var count = 0
    var name = "Model"
    var isShown = false
}
