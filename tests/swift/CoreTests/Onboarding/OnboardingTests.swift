import Core
import Testing

@Suite struct OnboardingTests {
    private let space = KeyCombination(keyCode: 49, modifiers: [.control, .option])

    @Test func everythingCanBeSkippedAndNothingHappensThen() {
        var onboarding = Onboarding()
        var effects: [Onboarding.Effect] = []
        while !onboarding.isDone { effects += onboarding.apply(.skip) }
        #expect(
            effects.filter { if case .keep = $0 { false } else { true } } == [
                .setHotKey(nil), .setLaunchAtLogin(false),
            ])
        #expect(onboarding.apply(.next).isEmpty && onboarding.apply(.back).isEmpty)
        var quick = Onboarding()
        #expect(quick.apply(.skipAll) == [.keep(.done)])
    }

    @Test func whatWasChosenIsDoneWhenItsStepIsLeft() {
        var onboarding = Onboarding()
        #expect(onboarding.apply(.next) == [.keep(.model)])
        #expect(onboarding.apply(.chooseModel("org/a")).isEmpty)
        #expect(onboarding.apply(.next) == [.download("org/a"), .keep(.hotKey)])
        _ = onboarding.apply(.chooseHotKey(space, .free))
        #expect(onboarding.apply(.next) == [.setHotKey(space), .keep(.login)])
        _ = onboarding.apply(.launchAtLogin(true))
        #expect(onboarding.apply(.next) == [.setLaunchAtLogin(true), .keep(.done)])
    }

    @Test func aDownloadIsBegunOnceAndGivenUpForAnother() {
        var onboarding = Onboarding(from: .model)
        _ = onboarding.apply(.chooseModel("org/a"))
        _ = onboarding.apply(.next)
        #expect(onboarding.apply(.back) == [.keep(.model)])
        #expect(onboarding.apply(.next) == [.keep(.hotKey)])
        _ = onboarding.apply(.back)
        _ = onboarding.apply(.chooseModel("org/b"))
        #expect(onboarding.apply(.next) == [.cancelDownload("org/a"), .download("org/b"), .keep(.hotKey)])
        _ = onboarding.apply(.back)
        #expect(onboarding.apply(.skip) == [.cancelDownload("org/b"), .keep(.hotKey)])
    }

    @Test func aRefusedHotKeyIsNotTakenAndSaysWhy() {
        var onboarding = Onboarding(from: .hotKey)
        _ = onboarding.apply(.chooseHotKey(space, .warned("known")))
        #expect(onboarding.hotKey == space && onboarding.explanation == "known")
        _ = onboarding.apply(.chooseHotKey(space, .refused("taken")))
        #expect(onboarding.hotKey == nil && onboarding.explanation == "taken")
        #expect(onboarding.apply(.next).first == .setHotKey(nil))
    }

    @Test func choicesOfOtherStepsAreIgnored() {
        var onboarding = Onboarding()
        for event in [
            Onboarding.Event.chooseModel("org/a"), .chooseHotKey(space, .free), .launchAtLogin(true),
        ] { #expect(onboarding.apply(event).isEmpty) }
        #expect(onboarding.model == nil && onboarding.hotKey == nil && !onboarding.launchesAtLogin)
        #expect(!onboarding.canGoBack && onboarding.apply(.back).isEmpty)
    }

    @Test func itGoesOnWhereItWasAndLeavesOutWhatCannotBe() {
        #expect(Onboarding(from: .login).step == .login)
        #expect(Onboarding(from: .login, canLaunchAtLogin: false).isDone)
        var onboarding = Onboarding(from: .hotKey, canLaunchAtLogin: false)
        #expect(onboarding.apply(.next).last == .keep(.done))
    }

    @Test func itSaysWhatTheBuiltInModelIsAndWhatFits() {
        #expect(Onboarding().explanation.contains("often wrong"))
        var onboarding = Onboarding(from: .model)
        #expect(onboarding.explanation.contains("can ask Hugging Face"))
        _ = onboarding.apply(.recommend(.looking))
        #expect(onboarding.explanation.contains("Looking"))
        for (recommendation, words) in [
            (Onboarding.Recommendation.offline(suggested: "Model A"), "Model A"),
            (.offline(suggested: nil), "cannot be reached"),
            (.model(name: "org/a", title: "Model A", bytes: 4_000_000_000, companionBytes: 500_000_000), "4.5 GB"),
            (.nothingFits, "None"),
        ] {
            _ = onboarding.apply(.recommend(recommendation))
            #expect(onboarding.explanation.contains(words))
        }
        for step in Onboarding.Step.allCases {
            #expect(!Onboarding(from: step).title.isEmpty && !Onboarding(from: step).explanation.isEmpty)
        }
    }

    @Test func whatWasSetBeforeIsLeftAloneByWhoSkips() {
        var onboarding = Onboarding(from: .hotKey, hotKey: space, launchesAtLogin: true)
        _ = onboarding.apply(.chooseHotKey(KeyCombination(keyCode: 0, modifiers: .control), .free))
        #expect(onboarding.apply(.skip).first == .setHotKey(space))
        _ = onboarding.apply(.launchAtLogin(false))
        #expect(onboarding.apply(.skip).first == .setLaunchAtLogin(true))
    }

    @Test func theHubIsNotAskedByItself() {
        #expect(Onboarding(from: .model).recommendation == .notAsked)
    }
}
