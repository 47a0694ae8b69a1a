import Screen
import SwiftUI
import Testing

@testable import Tandem

/// Writes every state of every screen as a page; scripts/linux/pictures.sh makes pictures of them.
@MainActor
struct ScreenPictureTests {
    @Test func everyStateIsDrawnWithAllOfItsWords() async throws {
        for state in ScreenState.all {
            let screen = await state.screen()
            try screen.keepPicture(state.name)
            let page = screen.html(title: state.name)
            let missing = screen.texts().filter { text in
                !page.contains(
                    text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;"))
            }
            #expect(missing.isEmpty, "\(state.name)")
        }
    }

    @Test func darkToo() async throws {
        var conditions = Conditions()
        conditions.colorScheme = .dark
        for state in ScreenState.window {
            let screen = await state.screen(conditions)
            try screen.keepPicture(state.name + ", dark")
        }
    }
}
