import Screen
import Testing

@testable import Tandem

/// The states that previews show, gone through one by one.
@MainActor
struct ScreenStateTests {
    @Test func eachIsWhatItsNameSaysAndEveryControlHasALabel() async {
        for states in ScreenState.screens {
            var screens: [(state: ScreenState, words: String)] = []
            for state in states {
                let screen = await state.screen()
                // What it is called by may come a moment later.
                let shows = { (screen: Screen) in screen.dump().contains(state.shows) }
                let isShown = (try? await screen.wait(for: state.shows, within: .seconds(10), until: shows)) != nil
                #expect(screen.unlabelled().isEmpty, "\(state.name)")
                #expect(screen.complaints.isEmpty, "\(state.name)")
                let words = screen.dump()
                #expect(isShown, "\(state.name)")
                screens.append((state, words))
            }
            // Words of the one that the other does not have.
            for (index, one) in screens.enumerated() {
                for other in screens[(index + 1)...] {
                    let areTold = !one.words.contains(other.state.shows) || !other.words.contains(one.state.shows)
                    #expect(areTold, "\(one.state.name) and \(other.state.name)")
                }
            }
        }
    }

    @Test func namesAreDifferent() {
        let names = ScreenState.all.map(\.name)
        #expect(Set(names).count == names.count)
    }
}
