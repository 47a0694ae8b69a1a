import Screen
import SwiftUI
import Testing

private struct Most: PreferenceKey {
    static let defaultValue = 0

    static func reduce(value: inout Int, nextValue: () -> Int) { value = max(value, nextValue()) }
}

private struct Widest: View {
    let model: Model
    @State private var most = -1

    var body: some View {
        VStack {
            Leaf(model: model)
            Text("three").preference(key: Most.self, value: 3)
        }
        .onPreferenceChange(Most.self) { most = $0 }
        Text("Most \(most)")
    }

    private struct Leaf: View {
        let model: Model

        var body: some View { Text("leaf").preference(key: Most.self, value: model.count) }
    }
}

@MainActor
@Suite("Preferences")
struct PreferenceTests {
    @Test func aPreferenceComesUpFromWhereverItChanges() {
        let model = Model()
        let screen = Screen(Widest(model: model))
        #expect(screen.contains("Most 3"))
        model.count = 8
        #expect(screen.contains("Most 8"))
    }
}
