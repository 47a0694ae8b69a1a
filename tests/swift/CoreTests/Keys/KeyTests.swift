import Core
import Testing

@Suite struct KeyTests {
    /// A German keyboard, where the key that types Z on an American one types Y.
    private let german = KeyLayout { [6: "y", 16: "z", 41: "ö", 44: "-"][$0] }

    private func check(_ layout: KeyLayout = .american) -> HotKeyCheck {
        HotKeyCheck(ownMenus: MenuBar(CommandContext()).shortcuts, layout: layout)
    }

    private func verdict(_ code: UInt16, _ modifiers: KeyModifiers, _ layout: KeyLayout = .american) -> HotKeyVerdict {
        check(layout).verdict(on: KeyCombination(keyCode: code, modifiers: modifiers))
    }

    private func reason(_ verdict: HotKeyVerdict) -> String {
        switch verdict {
        case .free: ""
        case .warned(let warning): warning
        case .refused(let why): why
        }
    }

    @Test(
        arguments: [
            (49, [.option], "⌥Space"), (49, [.command, .shift, .option, .control], "⌃⌥⇧⌘Space"),
            (0, [.command], "⌘A"), (35, [.shift], "⇧P"), (37, [], "L"), (47, [.command], "⌘."), (50, [.control], "⌃`"),
            (36, [.command], "⌘↩"), (51, [], "⌫"), (117, [], "⌦"), (53, [.option], "⌥⎋"), (48, [.control], "⌃⇥"),
            (123, [], "←"), (126, [.control], "⌃↑"), (122, [], "F1"), (111, [.shift], "⇧F12"), (90, [], "F20"),
            (92, [.command], "⌘9"), (82, [], "0"), (200, [], "Key 200"),
        ] as [(UInt16, KeyModifiers, String)])
    func combinationsAreWrittenAsMenusWriteThem(_ code: UInt16, _ modifiers: KeyModifiers, _ text: String) {
        #expect(KeyCombination(keyCode: code, modifiers: modifiers).text() == text)
    }

    @Test func aKeyIsCalledWhatItTypesOnTheUsersKeyboard() {
        #expect(KeyCombination(keyCode: 6, modifiers: .command).text(layout: german) == "⌘Y")
        #expect(KeyCombination(keyCode: 41, modifiers: []).text(layout: german) == "Ö")
        #expect(KeyCombination(keyCode: 49, modifiers: []).text(layout: KeyLayout { _ in " " }) == "Space")
        // A layout that tells nothing usable falls back.
        #expect(KeyCombination(keyCode: 0, modifiers: []).text(layout: KeyLayout { _ in "\u{10}" }) == "A")
        #expect(KeyCombination(keyCode: 0, modifiers: []).text(layout: KeyLayout { _ in " " }) == "A")
    }

    @Test func aHotKeyNeedsAModifier() {
        #expect(reason(verdict(0, [])).contains("⌃, ⌥ or ⌘"))
        #expect(reason(verdict(0, .shift)).contains("⌃, ⌥ or ⌘"))
        #expect(!verdict(53, []).isUsable)
        #expect(reason(verdict(55, .command)).contains("besides the modifiers"))
        #expect(!verdict(300, .command).isUsable)
        #expect(verdict(105, []) == .free)
        #expect(reason(verdict(120, [])).contains("standard function keys"))
        #expect(verdict(120, []).isUsable)
    }

    @Test func shortcutsOfTheSystemAreRefusedByName() {
        #expect(reason(verdict(49, .command)).contains("Spotlight"))
        #expect(reason(verdict(49, .control)).contains("input source"))
        #expect(reason(verdict(48, .command)).contains("changing programs"))
        #expect(reason(verdict(21, [.shift, .command])).contains("pictures"))
        #expect(reason(verdict(8, .command)).contains("copying"))
        #expect(reason(verdict(103, [])).contains("desktop"))
    }

    @Test func whatGoesByCharacterFollowsTheLayout() {
        #expect(reason(verdict(6, .command)).contains("undoing"))
        #expect(verdict(6, .command, german) == .free)
        #expect(reason(verdict(16, .command, german)).contains("undoing"))
    }

    @Test func whatTheUserHasChangedInTheSystemCounts() {
        var own = check()
        own.system = [SystemShortcut(KeyCombination(keyCode: 40, modifiers: [.control]), name: "a thing of yours")]
        #expect(reason(own.verdict(on: KeyCombination(keyCode: 40, modifiers: .control))).contains("a thing of yours"))
        #expect(own.verdict(on: KeyCombination(keyCode: 49, modifiers: .command)) == .free)
    }

    @Test func ownMenusAreNotTakenAway() {
        #expect(reason(verdict(40, .command)).contains("Choose Model…"))
        #expect(reason(verdict(48, .control)).contains("Next Chat"))
        #expect(reason(verdict(36, .command)).contains("Send"))
        #expect(verdict(40, [.control, .option]) == .free)
    }

    @Test func optionAloneIsAllowedWithAWarning() {
        #expect(reason(verdict(49, .option)).contains("other assistants") && verdict(49, .option).isUsable)
        #expect(reason(verdict(0, [.option, .shift])).contains("types a character"))
        #expect(verdict(126, .option) == .free)
    }

    @Test func onlyWhatIsWantedIsRegistered() {
        let space = KeyCombination(keyCode: 49, modifiers: .option)
        let other = KeyCombination(keyCode: 49, modifiers: [.control, .option])
        var registration = HotKeyRegistration()
        #expect(registration.steps(to: nil).isEmpty)
        #expect(registration.steps(to: space) == [.register(space)])
        registration.registering(space, succeeded: true)
        #expect(registration.steps(to: space).isEmpty)
        #expect(registration.steps(to: other) == [.unregister, .register(other)])
        #expect(registration.steps(to: nil) == [.unregister])
        registration.unregistered()
        registration.registering(other, succeeded: false)
        #expect(registration.registered == nil && registration.failure?.combination == other)
        #expect(registration.failure?.message.contains("another program") == true)
        #expect(registration.steps(to: other) == [.register(other)])
    }
}
