import Screen

@testable import Tandem

extension ScreenState {
    /// The state as it is once it has come to rest.
    func screen(_ conditions: Conditions = Conditions()) async -> Screen {
        let screen = Screen(view, conditions)
        await screen.settle()
        if delay > .zero {
            try? await Task.sleep(for: delay)
            await screen.settle()
        }
        return screen
    }
}
