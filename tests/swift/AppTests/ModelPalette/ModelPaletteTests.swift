import Core
import EngineKit
import Screen
import SwiftUI
import Testing

@testable import Tandem

@MainActor
struct ModelPaletteTests {
    private func opened() async throws -> (TestApp, Screen) {
        let test = try await TestApp()
        test.models.tell { script in
            script.list = { () throws(EngineError) in
                ModelListing(
                    models: [
                        InstalledModel(name: "org/Alpha-4B", folder: "/a", role: .modelWithCompanion),
                        InstalledModel(name: "org/Beta-9B", folder: "/b"),
                    ], notices: [])
            }
        }
        let screen = test.launch()
        try screen.press("k", modifiers: .command)
        try await screen.wait(for: "the models") { $0.contains("Beta-9B") }
        return (test, screen)
    }

    private func model(_ test: TestApp) -> String? { test.app.openWindows.first?.conversation.model }

    @Test func whereTheListCannotBeReadThatIsSaidAndTriedAgain() async throws {
        let test = try await TestApp()
        test.models.tell { script in
            script.list = { () throws(EngineError) in throw .preview("the folder cannot be read") }
        }
        let screen = test.launch()
        try screen.press("k", modifiers: .command)
        try await screen.wait(for: "the failure") { $0.contains("The folder cannot be read.") }
        // What comes with Tandem can be chosen all the same.
        #expect(screen.contains("Built-in model"))
        test.has(InstalledModel(name: "org/Alpha-4B", folder: "/a"))
        try screen.tap("Try Again")
        try await screen.wait(for: "the models") { $0.contains("Alpha-4B") && !$0.controls.contains("Try Again") }
        #expect(!screen.contains("Searching…"))
    }

    @Test func aFewLettersAndReturnChooseTheModelOfThisChat() async throws {
        let (test, screen) = try await opened()
        #expect(screen.focus == "Search models")
        #expect(screen.contains("Has a companion") && screen.contains("This chat’s model · Default · Has a companion"))
        try screen.type("bet", into: "Search models")
        #expect(!screen.contains("Alpha-4B") && screen.selected().count == 1)
        try screen.press(.return)
        try await screen.wait(for: "the choice") { _ in self.model(test) == "org/Beta-9B" }
        #expect(throws: ScreenError.self) { try screen.click(into: "Search models") }
        #expect(test.app.settings.settings.defaultModel == "pocket")
    }

    @Test func arrowsMoveAndOptionReturnMakesTheDefault() async throws {
        let (test, screen) = try await opened()
        try screen.press(.downArrow)
        try screen.press(.downArrow)
        try screen.press(.downArrow)
        try screen.press(.upArrow)
        #expect(try screen.spoken("Alpha-4B, Has a companion").traits.contains("selected"))
        try screen.press(.return, modifiers: .option)
        try await screen.wait(for: "the choice") { _ in self.model(test) == "org/Alpha-4B" }
        #expect(test.app.settings.settings.defaultModel == "org/Alpha-4B")
    }

    @Test func escapeLeavesAllAsItWas() async throws {
        let (test, screen) = try await opened()
        try screen.type("alpha", into: "Search models")
        try screen.press(.escape)
        #expect(throws: ScreenError.self) { try screen.click(into: "Search models") }
        #expect(model(test) == "pocket")
    }

    @Test func rowsTakeClicksAndTheMouseFindsEverythingToo() async throws {
        let (test, screen) = try await opened()
        try screen.select("Beta-9B")
        try screen.tap("Make Default")
        try await screen.wait(for: "the choice") { _ in self.model(test) == "org/Beta-9B" }
        #expect(test.app.settings.settings.defaultModel == "org/Beta-9B")
        try screen.press("k", modifiers: .command)
        try screen.doubleTap("Alpha-4B")
        try await screen.wait(for: "the choice") { _ in self.model(test) == "org/Alpha-4B" }
    }

    @Test func whatIsNotThereIsSaidAndTheLibraryIsNear() async throws {
        let (test, screen) = try await opened()
        try screen.type("zebra", into: "Search models")
        #expect(screen.texts().contains { $0.contains("zebra") })
        #expect(throws: ScreenError.self) { try screen.tap("Use for This Chat") }
        var opened: [AppWindow] = []
        test.app.openWindow = { opened.append($0) }
        try screen.tap("Model Library…")
        #expect(opened == [.models])
    }

    @Test func aPrivateChatHasAModelOfItsOwnToo() async throws {
        let (test, screen) = try await opened()
        try screen.press(.escape)
        test.app.openWindows.first?.newPrivateChat()
        try await screen.wait(for: "the private chat") { _ in test.app.openWindows.first?.isPrivate == true }
        try screen.press("k", modifiers: .command)
        try screen.type("beta", into: "Search models")
        try screen.press(.return)
        try await screen.wait(for: "the choice") { _ in self.model(test) == "org/Beta-9B" }
    }
}
