import Screen
import SwiftUI
import Testing

private struct Count: View {
    let model: Model

    var body: some View { Text("Count \(model.count)") }
}

private struct Name: View {
    let model: Model

    var body: some View { Text(verbatim: model.name) }
}

private struct Both: View {
    let model: Model

    var body: some View {
        Count(model: model)
        Name(model: model)
        Button("Same") { model.name = "Model" }
    }
}

private struct Plain: View, Equatable {
    let number: Int

    var body: some View { Text("Plain \(number)") }
}

private struct Acting: View {
    let act: () -> Void

    var body: some View { Button("Act", action: { act() }) }
}

private struct Around: View {
    @State private var number = 0
    @State private var other = 0

    var body: some View {
        Plain(number: number / 2)
        Acting { number += 1 }
        Text("Other \(other)")
        Button("Other") { other += 1 }
    }
}

private struct Reader: View {
    @Environment(\.isEnabled) private var isEnabled
    @Environment(Model.self) private var model

    var body: some View { Text(isEnabled ? "enabled \(model.name)" : "disabled \(model.name)") }
}

@MainActor
@Suite("Observation")
struct ObservationTests {
    @Test func onlyWhoReadsIsShownAgain() {
        let model = Model()
        let screen = Screen(Both(model: model))
        model.count = 4
        #expect(screen.texts().prefix(2) == ["Count 4", "Model"])
        #expect(screen.redraws(of: Count.self) == 2)
        #expect(screen.redraws(of: Name.self) == 1)
        #expect(screen.redraws(of: Both.self) == 1)
    }

    @Test func aViewWithTheSameFieldsIsNotEvaluatedAgain() throws {
        let screen = Screen(Around())
        try screen.tap("Act")
        #expect(screen.redraws(of: Plain.self) == 1)
        // It holds a closure, of which nobody can tell whether it is the same.
        #expect(screen.redraws(of: Acting.self) == 2)
        try screen.tap("Act")
        #expect(screen.contains("Plain 1"))
        #expect(screen.redraws(of: Plain.self) == 2)
    }

    @Test func aRowThatChangesLeavesTheOthersAlone() {
        let models = (0..<50).map { _ in Model() }
        let screen = Screen(List(0..<50, id: \.self) { Count(model: models[$0]) })
        models[7].count = 9
        #expect(screen.rows()[7] == "Count 9")
        #expect(screen.redraws(of: Count.self) == 51)
    }

    @Test func theEnvironmentReachesDownAndItsChangeIsSeen() throws {
        struct Outer: View {
            @State private var isOff = false

            var body: some View {
                VStack { Reader() }.disabled(isOff)
                Button("Switch") { isOff.toggle() }
            }
        }
        let model = Model()
        let screen = Screen(Outer().environment(model))
        #expect(screen.texts().first == "enabled Model")
        try screen.tap("Switch")
        #expect(screen.texts().first == "disabled Model")
        model.name = "other"
        #expect(screen.texts().first == "disabled other")
    }

    @Test func aChangeFromAnotherThreadIsHeard() async throws {
        let model = Loose()
        let screen = Screen(LooseView(model: model))
        await Task.detached { model.count = 3 }.value
        #expect(screen.texts() == ["3"])
    }

    @Test func viewsThatNeverComeToRestAreReported() {
        struct Restless: View {
            @State private var count = 0

            var body: some View {
                Text("\(count)").onChange(of: count, initial: true) { count += 1 }
            }
        }
        #expect(Screen(Restless()).complaints.contains("the views change without end"))
    }
}

@Observable
private final class Loose: @unchecked Sendable {
    var count = 0
}

private struct LooseView: View {
    let model: Loose

    var body: some View { Text("\(model.count)") }
}
