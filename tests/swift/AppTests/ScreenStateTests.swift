import Screen
import Testing

@testable import Tandem

/// The states that previews show, gone through one by one.
@MainActor
struct ScreenStateTests {
    @Test func everyControlHasALabelAndNothingIsAmiss() async {
        for state in ScreenState.all {
            let screen = await state.screen()
            #expect(screen.unlabelled().isEmpty, "\(state.name)")
            #expect(screen.complaints.isEmpty, "\(state.name)")
            #expect(!screen.texts().isEmpty, "\(state.name)")
            let words = screen.dump()
            if let text = state.shows { #expect(words.contains(text), "\(state.name)") }
        }
    }

    @Test func namesAreDifferent() {
        let names = ScreenState.all.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
