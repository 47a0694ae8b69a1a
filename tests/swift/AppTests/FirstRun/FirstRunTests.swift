import Core
import EngineKit
import Screen
import Testing

@testable import Tandem

@MainActor
struct FirstRunTests {
    private func app(_ step: Onboarding.Step = .welcome) async throws -> TestApp {
        let test = try await TestApp { $0.onboarding = step }
        test.offersModels()
        return test
    }

    @Test func itOpensOnceBesideTheMainWindowWhichCanBeUsedAtOnce() async throws {
        let test = try await app()
        let screen = test.launch()
        #expect(screen.windows.last == "Welcome to Tandem")
        #expect(screen.contains("Welcome to Tandem"))
        // What the built-in model is, and is not.
        #expect(screen.texts().contains { $0.contains("it knows little, and what it says is often wrong") })
        try screen.bringToFront(screen.windows[0])
        try screen.type("Hello", into: "Message")
        try screen.tap("Send")
        try await screen.wait(for: "the answer") { $0.contains("Because air scatters blue light.") }
        // Another main window does not open it again.
        test.app.openWindow?(.main)
        #expect(screen.windows.count { $0 == "Welcome to Tandem" } == 1)
        screen.closeWindow()
        #expect(test.app.settings.settings.onboarding == .welcome)
    }

    @Test func everyStepCanBeSkippedByTheKeyboardAndNothingIsAsked() async throws {
        let test = try await app()
        test.forbidsHub()
        let screen = test.launch()
        try screen.press(.return)
        #expect(screen.contains("A model for this Mac"))
        try screen.press(.escape)
        #expect(screen.contains("Ask from anywhere"))
        try screen.press(.escape)
        try screen.press(.escape)
        #expect(screen.contains("Ready"))
        try screen.press(.return)
        #expect(!screen.windows.contains("Welcome to Tandem"))
        #expect(test.app.settings.settings.onboarding == .done && test.app.settings.settings.hotKey == nil)
        #expect(!test.mac.citizen.isOn)
    }

    @Test func theRecommendedModelIsDownloadedInTheBackgroundWithItsSizeToldBefore() async throws {
        let test = try await app(.model)
        let download = MockDownload(DownloadRequest(repository: "org/large"))
        test.models.tell { script in
            script.pull = { request throws(EngineError) in
                request.repository == "org/large" ? download : MockDownload(request)
            }
        }
        let screen = test.launch()
        try screen.tap("Look for a Model")
        try await screen.wait(for: "what fits") { $0.texts().contains { $0.contains("Large fits this Mac") } }
        #expect(screen.texts().contains { $0.contains("4 GB to download") })
        try screen.pick("Small", in: "Model")
        #expect(screen.texts().contains { $0.contains("1 GB to download") })
        try screen.pick("Large", in: "Model")
        try screen.tap("Download and Continue")
        try await screen.wait(for: "the download") { _ in test.app.downloads.list.isBusy }
        #expect(screen.contains("Ask from anywhere"))
        download.tell(DownloadProgress(phase: .done(folder: "/models/large")))
        try await screen.wait(for: "its end") { _ in test.app.settings.settings.defaultModel == "org/large" }
        try screen.tap("Back")
        #expect(screen.contains("A model for this Mac"))
    }

    @Test func aModelThatComesAfterARestartIsTheOneForNewChatsToo() async throws {
        let test = try await app(.model)
        test.models.tell { script in script.pull = { request throws(EngineError) in MockDownload(request) } }
        let screen = test.launch()
        try screen.tap("Look for a Model")
        try await screen.wait(for: "what fits") { $0.texts().contains { $0.contains("Large fits this Mac") } }
        try screen.tap("Download and Continue")
        try await screen.wait(for: "the download") { _ in test.app.downloads.list.isBusy }
        let again = AppModel(test.services)
        again.firstRun.arrived("org/other")
        #expect(test.services.settings.settings.defaultModel == ModelNames.builtIn)
        again.firstRun.arrived("org/large")
        #expect(test.services.settings.settings.defaultModel == "org/large")
        // Once: whoever goes back to the built-in one wants that.
        test.services.settings.change { $0.defaultModel = ModelNames.builtIn }
        again.firstRun.arrived("org/large")
        #expect(test.services.settings.settings.defaultModel == ModelNames.builtIn)
    }

    @Test func aModelThatWasGivenUpIsNotTheOneForNewChats() async throws {
        let test = try await app(.model)
        test.models.tell { script in script.pull = { request throws(EngineError) in MockDownload(request) } }
        let screen = test.launch()
        try screen.tap("Look for a Model")
        try await screen.wait(for: "what fits") { $0.texts().contains { $0.contains("Large fits this Mac") } }
        try screen.tap("Download and Continue")
        try await screen.wait(for: "the download") { _ in test.app.downloads.list.isBusy }
        #expect(test.app.settings.settings.firstModel == "org/large")
        try screen.tap("Back")
        try screen.tap("Skip")
        #expect(test.app.settings.settings.firstModel == nil)
        test.app.firstRun.arrived("org/large")
        #expect(test.app.settings.settings.defaultModel == ModelNames.builtIn)
    }

    @Test func offlineIsSaidAndTriedAgain() async throws {
        let test = try await app(.model)
        test.models.tell { script in
            script.curated = { _ throws(EngineError) in
                [CuratedModel(title: "Large", repository: "org/large", companions: [], verified: true, available: nil)]
            }
        }
        let screen = test.launch()
        try screen.tap("Look for a Model")
        try await screen.wait(for: "the news") { $0.texts().contains { $0.contains("Hugging Face cannot be reached") } }
        test.offersModels()
        try screen.tap("Try Again")
        try await screen.wait(for: "what fits") { $0.texts().contains { $0.contains("Large fits this Mac") } }
    }

    @Test func nothingFitsIsSaid() async throws {
        let test = try await app(.model)
        test.offersModels(band: .refuse)
        let screen = test.launch()
        try screen.tap("Look for a Model")
        try await screen.wait(for: "the news") { $0.texts().contains { $0.contains("None of the known models fits") } }
        try screen.tap("Continue")
        #expect(screen.contains("Ask from anywhere"))
    }

    @Test func aHotKeyIsHeardJudgedAndKept() async throws {
        let test = try await app(.hotKey)
        let screen = test.launch()
        #expect(screen.contains("The quick prompt comes with a later version of Tandem."))
        try screen.tap("Choose Keys")
        #expect(test.mac.citizen.isRecording && screen.contains("Press the keys…"))
        test.mac.citizen.press(KeyCombination(keyCode: 8, modifiers: .command))
        #expect(screen.texts().contains { $0.contains("is for copying") } && test.mac.citizen.isRecording)
        test.mac.citizen.press(KeyCombination(keyCode: 49, modifiers: [.control, .shift]))
        #expect(screen.contains("⌃⇧Space") && !test.mac.citizen.isRecording)
        #expect(test.app.settings.settings.hotKey == nil)
        try screen.tap("Continue")
        #expect(test.app.settings.settings.hotKey == KeyCombination(keyCode: 49, modifiers: [.control, .shift]))
    }

    @Test func escapeStopsListeningAndSoDoesLeaving() async throws {
        let test = try await app(.hotKey)
        let screen = test.launch()
        try screen.tap("Choose Keys")
        test.mac.citizen.press(KeyCombination(keyCode: 53, modifiers: []))
        #expect(!test.mac.citizen.isRecording && screen.contains("None"))
        try screen.tap("Choose Keys")
        try screen.tap("Skip")
        #expect(!test.mac.citizen.isRecording)
    }

    @Test func launchingAtLoginIsAskedOfMacOSAndARefusalIsSaid() async throws {
        let test = try await app(.login)
        test.mac.citizen.loginItemWorks = false
        let screen = test.launch()
        try screen.tap("Open at login")
        try screen.tap("Continue")
        #expect(screen.texts().contains { $0.contains("did not let Tandem open at login") })
        #expect(!test.app.settings.settings.launchesAtLogin)
        test.mac.citizen.loginItemWorks = true
        try screen.tap("Start")
        test.app.reopenFirstRun()
        for _ in 0..<3 { try screen.tap("Continue") }
        try screen.tap("Open at login")
        try screen.tap("Continue")
        #expect(test.mac.citizen.isOn && test.app.settings.settings.launchesAtLogin)
    }

    @Test func whereTandemIsNotInstalledThatStepIsLeftOut() async throws {
        let test = try await TestApp { $0.onboarding = .hotKey }
        test.mac.citizen.isAvailable = false
        test.app.firstRun.restart()
        let screen = test.launch()
        for _ in 0..<3 { try screen.tap("Continue") }
        #expect(screen.contains("Ready"))
    }

    @Test func itGoesOnWhereItWasAndIsOpenedAgainFromTheHelpMenu() async throws {
        let test = try await app(.hotKey)
        let screen = test.launch()
        #expect(screen.contains("Ask from anywhere"))
        try screen.tap("Skip All")
        #expect(test.app.settings.settings.onboarding == .done && screen.windows.count == 1)
        try screen.choose("Help", "Welcome to Tandem…")
        #expect(screen.contains("Welcome to Tandem") && screen.windows.count == 2)
    }
}
