import Screen
import SwiftUI
import Testing

private struct Item: Identifiable, Equatable {
    let id: Int
    var name: String
}

private struct Row: View {
    let item: Item
    @State private var taps = 0

    var body: some View { Button("\(item.name) \(taps)") { taps += 1 } }
}

private struct Rows: View {
    @State private var items = [Item(id: 1, name: "a"), Item(id: 2, name: "b"), Item(id: 3, name: "c")]

    var body: some View {
        ForEach(items) { Row(item: $0) }
        Button("Reverse") { items.reverse() }
        Button("Drop first") { items.removeFirst() }
        Button("Rename") { items[0].name = "z" }
    }
}

@MainActor
@Suite("ForEach")
struct ForEachTests {
    @Test func stateFollowsTheIdentityThroughMoves() throws {
        let screen = Screen(Rows())
        try screen.tap("b 0")
        try screen.tap("Reverse")
        #expect(screen.texts().prefix(3) == ["c 0", "b 1", "a 0"])
        #expect(screen.redraws(of: Row.self) == 4)
    }

    @Test func whatGoesTakesItsStateAlong() throws {
        let screen = Screen(Rows())
        try screen.tap("a 0")
        try screen.tap("b 0")
        try screen.tap("Drop first")
        #expect(screen.texts().prefix(2) == ["b 1", "c 0"])
    }

    @Test func anotherValueOfTheSameIdentityKeepsTheState() throws {
        let screen = Screen(Rows())
        try screen.tap("a 0")
        try screen.tap("Rename")
        #expect(screen.texts().first == "z 1")
    }

    @Test func anIdentityThatOccursTwiceIsReported() {
        let screen = Screen(ForEach([1, 1], id: \.self) { Text("\($0)") })
        #expect(screen.complaints == ["ForEach: the id 1 occurs twice, and one of the rows is lost"])
    }

    @Test func anotherIdGivesAFreshView() throws {
        struct Fresh: View {
            @State private var id = 0

            var body: some View {
                Row(item: Item(id: 0, name: "x")).id(id)
                Button("New") { id += 1 }
            }
        }
        let screen = Screen(Fresh())
        try screen.tap("x 0")
        #expect(screen.texts().first == "x 1")
        try screen.tap("New")
        #expect(screen.texts().first == "x 0")
    }
}
