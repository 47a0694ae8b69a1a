import Core
import Foundation
import Screen
import StringCatalogue
import Testing

@testable import Tandem

/// The states of all screens in another language than English.
@MainActor
struct ScreenWordsTests {
    @Test func everyWordOnEveryScreenIsTranslated() async {
        for state in ScreenState.all {
            let recorder = LookupRecorder(Localization.catalogue, "de")
            let look: Localization.Lookup = { recorder.look($0, $1, $2) }
            var conditions = Conditions()
            conditions.locale = Locale(identifier: "de")
            conditions.catalogue = look
            let texts = await Localization.$lookup.withValue(look) {
                await Region.$locale.withValue(conditions.locale) {
                    let screen = await state.screen(conditions)
                    return screen.texts() + screen.controls
                }
            }
            #expect(recorder.unknownKeys.isEmpty, "\(state.name)")
            #expect(texts.filter(isEnglish).isEmpty, "\(state.name)")
        }
    }

    /// A text that the catalogue has other words for: it came to the screen without being looked up.
    private func isEnglish(_ text: String) -> Bool {
        guard Localization.catalogue.strings[text] != nil else { return false }
        return Localization.catalogue.format(text, in: "de", []) != text
    }
}
