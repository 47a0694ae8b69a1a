import Screen
import SwiftUI
import Testing

extension EnvironmentValues {
    @Entry var limit: Int = 512
    @Entry fileprivate var note = "none"
}

extension FocusedValues {
    @Entry fileprivate var chosen: String?
}

private struct Limits: View {
    @Environment(\.limit) private var limit
    @Environment(\.note) private var note

    var body: some View { Text("\(limit) \(note)") }
}

#Preview("Limits") {
    Limits()
    Text("Below")
}

#Preview { Limits().environment(\.limit, 3) }

@MainActor
@Suite("Macros")
struct MacroTests {
    @Test func entriesAreValuesOfTheEnvironment() {
        let screen = Screen(
            VStack {
                Limits()
                Limits().environment(\.limit, 3).environment(\.note, "three")
            })
        #expect(screen.texts() == ["512 none", "3 three"])
    }
}
