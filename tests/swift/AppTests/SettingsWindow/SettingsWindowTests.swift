import Core
import EngineKit
import Foundation
import Screen
import Synchronization
import Testing

@testable import Tandem

@MainActor
struct SettingsWindowTests {
    private func open(_ test: TestApp, _ pane: SettingsPane? = nil) throws -> Screen {
        test.models.tell { script in
            script.places = { () throws(EngineError) in [ModelPlace(folder: "/models", kind: .downloads)] }
            script.hasChosenFolder = { () throws(EngineError) in false }
            script.hasToken = { () throws(EngineError) in false }
            script.modelsFolder = "/models"
        }
        let screen = test.launch()
        try screen.press(",", modifiers: .command)
        if let pane { try screen.tap(pane.title) }
        return screen
    }

    @Test func everySettingHasItsControlAndAnExplanation() async throws {
        let test = try await TestApp()
        let screen = try open(test)
        for pane in SettingsPane.allCases {
            try screen.tap(pane.title)
            let texts = screen.texts().joined(separator: "\n")
            for control in pane.controls {
                #expect(texts.contains(control.explanation), "\(control)")
                #expect(screen.dump().contains(control == .onboarding ? "First Steps" : control.title), "\(control)")
            }
            #expect(screen.unlabelled().isEmpty, "\(pane)")
        }
    }

    @Test func whatIsChosenCountsAtOnceAndIsKept() async throws {
        let test = try await TestApp()
        let screen = try open(test)
        try screen.pick("Dark", in: "Appearance")
        try await screen.wait(for: "the dark") { _ in test.mac.citizen.appearances.last == .dark }
        try screen.pick("⌘Return", in: "Send with")
        try screen.slide("Text size", to: 1.5)
        try screen.tap("Notify when Tandem is not in front")
        try screen.tap("Speculation")
        try screen.pick("3 drafts a round", in: "Drafts a round")
        try screen.tap("Tint drafted text")
        try screen.tap("Models")
        try screen.pick("On", in: "Thinking")
        try screen.pick("After 30 minutes", in: "Free an unused model’s memory")
        try screen.tap("Advanced")
        try screen.pick("Everything", in: "Log")
        try await screen.wait(for: "the log") { _ in test.log.levels.last == .debug }
        let settings = test.app.settings.settings
        #expect(settings.sendKey == .commandReturn && settings.textSize == 1.5 && !settings.notifies)
        #expect(settings.speculation == .depth(3) && settings.tintsDrafts && settings.thinking == .on)
        #expect(settings.idleUnloadMinutes == 30 && settings.logLevel == .debug)
    }

    @Test func whatWasMeasuredIsShownAndForgotten() async throws {
        let test = try await TestApp { settings in
            settings.measured = [
                "org/large": MeasuredDepth(depth: 2, gain: 1.5, companion: "org/drafts", date: Date(), isUsed: true)
            ]
        }
        let screen = try open(test, .speculation)
        #expect(screen.contains("2 drafts a round, 1.5 times as fast"))
        try screen.tap("Use it for large")
        #expect(test.app.settings.settings.measured["org/large"]?.isUsed == false)
        try screen.tap("Forget What Was Measured")
        #expect(screen.contains("Nothing yet.") && test.app.settings.settings.measured.isEmpty)
    }

    @Test func aPaneThatSomethingElseLeadsToIsShown() async throws {
        let test = try await TestApp()
        let screen = try open(test)
        let error = EngineError(kind: .noAccess, message: "it needs a token", detail: "", remedy: .enterToken)
        #expect(test.app.perform(try #require(ErrorNotice(error).action)))
        try await screen.wait(for: "the pane") { $0.dump().contains("Hugging Face token") }
    }

    @Test func openingAtLoginIsMacOSsToGrant() async throws {
        let test = try await TestApp()
        let screen = try open(test)
        test.mac.citizen.loginItemWorks = false
        try screen.tap("Open at login")
        #expect(!test.app.settings.settings.launchesAtLogin)
        try screen.tap("Open System Settings")
        #expect(test.mac.citizen.opened.count == 1)
        test.mac.citizen.loginItemWorks = true
        try screen.tap("Open at login")
        #expect(test.app.settings.settings.launchesAtLogin && test.mac.citizen.isOn)
    }

    @Test func theHotKeyIsChosenAndRemoved() async throws {
        let test = try await TestApp()
        let screen = try open(test, .quickPrompt)
        #expect(screen.contains("The quick prompt comes with a later version of Tandem."))
        try screen.tap("Choose Keys")
        test.mac.citizen.press(KeyCombination(keyCode: 12, modifiers: .command))
        #expect(test.app.settings.settings.hotKey == nil)
        #expect(screen.texts().contains { $0.contains("is for quitting") })
        test.mac.citizen.press(KeyCombination(keyCode: 49, modifiers: [.control, .shift]))
        #expect(test.app.settings.settings.hotKey != nil && screen.contains("⌃⇧Space"))
        try screen.tap("Remove Hot Key")
        #expect(test.app.settings.settings.hotKey == nil)
    }

    @Test func keysAreHeardOnlyWhileTheSettingsAreInFront() async throws {
        let test = try await TestApp()
        let screen = try open(test, .quickPrompt)
        try screen.tap("Choose Keys")
        #expect(test.mac.citizen.isRecording)
        try screen.bringToFront("New Chat")
        #expect(!test.mac.citizen.isRecording)
    }

    @Test func foldersAreChosenAddedAndRemoved() async throws {
        let test = try await TestApp()
        let screen = try open(test, .models)
        let asked = Mutex<[String]>([])
        test.models.tell { script in
            script.chooseFolder = { folder throws(EngineError) in
                asked.withLock { $0.append("choose \(folder ?? "usual")") }
            }
            script.addPlace = { folder throws(EngineError) in asked.withLock { $0.append("add \(folder)") } }
            script.removePlace = { folder throws(EngineError) in
                asked.withLock { $0.append("remove \(folder)") }
                return true
            }
            script.places = { () throws(EngineError) in
                [
                    ModelPlace(folder: "/models", kind: .downloads),
                    ModelPlace(folder: "/more", kind: .added, present: false),
                ]
            }
        }
        try await screen.wait(for: "the places") { $0.contains("/models") }
        try screen.tap("Show in Finder")
        #expect(test.mac.citizen.shownInFinder == ["/models"])
        try screen.tap("Choose Another Folder for Downloads…")
        try screen.chooseFiles([URL(fileURLWithPath: "/other")])
        try await screen.wait(for: "the choice") {
            $0.contains("The new folder is used from the next start of Tandem.")
        }
        try screen.tap("Use the Usual Folder")
        try await screen.wait(for: "the usual one") { _ in asked.withLock { $0.count } == 2 }
        try screen.tap("Add a Folder…")
        try screen.chooseFiles([URL(fileURLWithPath: "/more")])
        try await screen.wait(for: "the new one") { _ in asked.withLock { $0.count } == 3 }
        try screen.tap("Remove from the List")
        try await screen.wait(for: "its end") { _ in asked.withLock { $0.count } == 4 }
        #expect(asked.withLock { $0 } == ["choose /other", "choose usual", "add /more", "remove /more"])
    }

    @Test func aTokenIsKeptAndRemovedAndNeverShown() async throws {
        let test = try await TestApp()
        let screen = try open(test, .privacy)
        let kept = Mutex<[String?]>([])
        test.models.tell { script in
            script.keepToken = { token throws(EngineError) in kept.withLock { $0.append(token) } }
            script.hasToken = { () throws(EngineError) in kept.withLock { $0.last ?? nil } != nil }
        }
        try await screen.wait(for: "the pane") { $0.dump().contains("Token") }
        try screen.type("  hf_0123456789 ", into: "Token")
        #expect(!screen.dump().contains("hf_0123456789"))
        try screen.tap("Keep Token")
        try await screen.wait(for: "the token") { $0.texts().contains { $0.hasPrefix("A token is kept") } }
        #expect(try screen.text(in: "Token").isEmpty)
        try screen.tap("Remove Token")
        try await screen.wait(for: "its end") { _ in kept.withLock { $0 } == ["hf_0123456789", nil] }
    }

    @Test func whatCannotBeKeptIsSaid() async throws {
        let test = try await TestApp(settings: SettingsStore(BrokenFile()))
        let screen = try open(test)
        try screen.pick("Dark", in: "Appearance")
        #expect(screen.texts().contains { $0.contains("could not be written") })
        #expect(test.app.settings.settings.appearance == .dark)
    }
}

/// A file that cannot be written.
private struct BrokenFile: DocumentKeeping {
    func read() throws -> Data? { nil }
    func write(_ data: Data) throws { throw CocoaError(.fileWriteNoPermission) }
    func setAside() throws {}
}
