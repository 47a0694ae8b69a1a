import Testing

@testable import Core

@Suite struct SettingControlTests {
    @Test func everySettingOfTheFileHasAControlInOnePane() {
        // What the first steps wait for is no setting of the user's.
        let set = Set(SettingsField.all.map(\.name)).subtracting(["firstModel"])
        #expect(Set(SettingControl.allCases.map(\.rawValue)) == set)
        // There is no item in the menu bar yet that could be shown or hidden.
        let shown = SettingsPane.allCases.flatMap(\.controls)
        #expect(Set(shown).count == shown.count)
        #expect(Set(shown) == Set(SettingControl.allCases).subtracting([.showsMenuBarItem]))
    }

    @Test func everyControlSaysWhatItDoesAndWhenIfNotAtOnce() {
        for control in SettingControl.allCases {
            #expect(!control.title.isEmpty && control.explanation.hasSuffix("."), "\(control)")
            switch control.effect {
            case .atOnce, .nextAnswer: break
            case .nextStart: #expect(control.explanation.contains("next start"), "\(control)")
            }
        }
        #expect(Set(SettingControl.allCases.map(\.title)).count == SettingControl.allCases.count)
        #expect(Set(SettingsPane.allCases.map(\.title)).count == SettingsPane.allCases.count)
    }

    @Test func theMinutesThatAreSetAreAmongTheChoices() {
        #expect(Settings.minutes(with: 10).contains(10))
        #expect(Settings.minutes(with: 7) == [0, 1, 5, 7, 10, 30, 60, 240])
    }

    @Test func helpNamesEachShortcutOfTheMenuBar() {
        let help = HelpText()
        let named = help.shortcuts.flatMap(\.keys)
        let own = MenuBar(CommandContext()).allItems.filter {
            if case .command(let item) = $0 { item.shortcut != nil } else { false }
        }
        #expect(named.count == own.count && named.contains { $0.keys == "⌘N" && $0.title == "New Chat" })
        #expect(help.sections.count == 3)
    }
}
