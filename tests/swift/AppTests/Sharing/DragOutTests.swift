import Core
import EngineKit
import Foundation
import Screen
import Testing

@testable import Tandem

extension OneByOne {
    /// Chats that are dragged out of the window, to the Finder.
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct DragOutTests {
        private let test: TestApp
        private let screen: Screen
        private let bread: Int64
        private let desktop: URL

        init() async throws {
            test = try await TestApp()
            bread = try await test.keep("Bread without kneading", "Let the dough rest.")
            try await test.keep("Why the sky is blue", "Air scatters blue light.")
            screen = test.launch()
            try await screen.waitForRow("Why the sky is blue")
            desktop = FileManager.default.temporaryDirectory.appending(path: "desktop-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: desktop, withIntermediateDirectories: true)
        }

        private func text(_ file: URL?) throws -> String {
            String(decoding: try Data(contentsOf: try #require(file)), as: UTF8.self)
        }

        @Test func aChatBecomesMarkdownUnderItsTitle() async throws {
            let file = try await screen.drag("Bread without kneading", outTo: desktop)
            #expect(file?.lastPathComponent == "Bread without kneading.md")
            #expect(try text(file).contains("Let the dough rest.") && !text(file).contains("Air scatters"))
        }

        @Test func severalBecomeOneFileThatIsImportedAgain() async throws {
            try screen.select("Bread without kneading")
            try screen.select("Why the sky is blue", adding: true)
            let file = try #require(try await screen.drag("Bread without kneading", outTo: desktop))
            #expect(file.lastPathComponent.hasPrefix("Tandem Chats 2") && file.pathExtension == "json")
            let other = try await TestApp()
            let screen = other.launch()
            try await screen.drop([file], onto: "Chats")
            try await screen.wait(for: "what came of it") { $0.question == "Imported 2 chats" }
        }

        @Test func aRowThatIsNotSelectedGoesAlone() async throws {
            try screen.select("Why the sky is blue")
            let file = try await screen.drag("Bread without kneading", outTo: desktop)
            #expect(try text(file).contains("Let the dough rest.") && !text(file).contains("Air scatters"))
        }

        @Test func nothingIsLeftBehindWhenTandemQuits() async throws {
            _ = try await screen.drag("Bread without kneading", outTo: desktop)
            #expect(try FileManager.default.contentsOfDirectory(atPath: test.passing.path).count == 1)
            await test.app.quit()
            #expect(!FileManager.default.fileExists(atPath: test.passing.path))
        }

        @Test func aChatThatIsDeletedForGoodIsNotLeftBehind() async throws {
            _ = try await screen.drag("Bread without kneading", outTo: desktop)
            try await test.chats.trash(bread)
            try await test.chats.purge(bread)
            test.app.chatsDeleted([bread])
            #expect(!FileManager.default.fileExists(atPath: test.passing.path))
        }

        @Test func aPrivateChatStaysWhereItIs() async throws {
            try screen.press("n", modifiers: [.shift, .command])
            try await screen.wait(for: "the private chat") { $0.windows == ["Private Chat"] }
            try screen.type("A secret", into: "Message")
            try screen.tap("Send")
            try await screen.wait(for: "the answer") { $0.contains("Because air scatters blue light.") }
            let file = try await screen.drag("Bread without kneading", outTo: desktop)
            #expect(try text(file).contains("Let the dough rest.") && !text(file).contains("A secret"))
        }

        @Test func ifItFailsNothingComesAndTheReasonIsTold() async throws {
            try Data().write(to: test.passing)
            let file = try await screen.drag("Bread without kneading", outTo: desktop)
            #expect(file == nil)
            try await screen.wait(for: "the reason") { $0.question == "Nothing Was Exported" }
            #expect(screen.texts().contains { $0.hasPrefix("The file was not written.") })
            try screen.tap("OK")
            #expect(try FileManager.default.contentsOfDirectory(atPath: desktop.path).isEmpty)
        }

        @Test func aChatThatIsGoneGivesNothing() async throws {
            // Another window was faster.
            try await test.chats.trash(bread)
            try await test.chats.purge(bread)
            #expect(try await screen.drag("Bread without kneading", outTo: desktop) == nil)
            try await screen.wait(for: "the reason") { $0.question == "Nothing Was Exported" }
        }

        @Test func withinTandemItIsNoFile() async throws {
            // The list takes files; a chat of its own is none.
            await #expect(throws: ScreenError.self) { try await screen.drag("Bread without kneading", onto: "Chats") }
            // Nor is the file that it would be elsewhere, should the list be given it.
            let file = try test.app.services.passingFiles.write(Data("[]".utf8), named: "Chats.json")
            await #expect(throws: ScreenError.self) { try await screen.drop([file], onto: "Chats") }
            #expect(try test.window.sharing.report == nil && test.window.sharing.reading == nil)
            test.app.services.passingFiles.removeAll()
            try await screen.drag("Bread without kneading", onto: "Trash")
            try await screen.waitForRow("Bread without kneading", isThere: false)
            #expect(try await test.chats.chat(bread).isTrashed)
            #expect(!FileManager.default.fileExists(atPath: test.passing.path))
        }
    }
}
