import Core
import EngineKit
import Foundation
import Screen
import SwiftUI
import Testing

@testable import Tandem

extension OneByOne {
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct PrivateChatTests {
        private let test: TestApp
        private let screen: Screen

        init() async throws {
            test = try await TestApp()
            try await test.keep("Bread without kneading")
            screen = test.launch()
            try await screen.waitForRow("Bread without kneading")
            try screen.press("n", modifiers: [.shift, .command])
            try await screen.wait(for: "the private chat") { $0.windows == ["Private Chat"] }
        }

        private func say() async throws {
            try screen.type("A secret", into: "Message")
            try screen.tap("Send")
            try await screen.wait(for: "the answer") { $0.contains("Because air scatters blue light.") }
        }

        @Test func itSaysSoAndIsInNoList() async throws {
            #expect(screen.contains("This chat is kept nowhere. It is gone when you leave it."))
            try screen.tap("Private Chat")
            #expect(
                screen.contains(
                    "A private chat is in no list and is never written to the disk. It ends with its window."))
            try screen.press(.escape)
            try await say()
            #expect(screen.rows().filter { $0 == "A secret" }.isEmpty)
            #expect(try await test.chats.list(.all, skip: 0, limit: 10).count == 1)
            #expect(try await test.chats.search("secret", limit: 10).isEmpty)
            #expect(try screen.items(of: "Chat").contains("Pin Chat ⇧⌘P (disabled)"))
        }

        @Test func leavingItIsAskedAbout() async throws {
            try await say()
            try screen.select("Bread without kneading")
            #expect(screen.contains("It is kept nowhere and will be gone."))
            try screen.tap("Cancel")
            #expect(screen.contains("A secret") && screen.selected().isEmpty)
            try screen.select("Bread without kneading")
            try screen.tap("Leave")
            try await screen.wait(for: "the other chat") { $0.windows == ["Bread without kneading"] }
            #expect(!screen.contains("This chat is kept nowhere. It is gone when you leave it."))
        }

        @Test func anEmptyOneIsLeftWithoutAWord() async throws {
            try screen.select("Bread without kneading")
            try await screen.wait(for: "the other chat") { $0.windows == ["Bread without kneading"] }
        }

        @Test func itCanBeExportedAllTheSame() async throws {
            try await say()
            try screen.choose("File", "Export", "Export as Markdown…")
            try await screen.wait(for: "the panel") { (try? $0.fileToWrite()) != nil }
            let text = String(decoding: try #require(try screen.fileToWrite().content.first), as: UTF8.self)
            #expect(text.contains("A secret"))
        }

        @Test func wordsThatWereNotSentAreAskedAboutToo() async throws {
            try screen.type("A secret", into: "Message")
            try screen.select("Bread without kneading")
            #expect(screen.contains("It is kept nowhere and will be gone."))
            try screen.tap("Cancel")
            #expect(try screen.text(in: "Message") == "A secret")
        }

        @Test func closingItsWindowIsAskedAbout() async throws {
            try screen.type("A secret", into: "Message")
            for way in ["button", "key"] {
                if way == "button" { screen.closeWindow() } else { try screen.press("w", modifiers: .command) }
                #expect(screen.question == "Leave the private chat?")
                #expect(screen.contains("It is kept nowhere and will be gone."))
                try screen.tap("Cancel")
                #expect(try screen.windows == ["Private Chat"] && screen.text(in: "Message") == "A secret")
            }
            screen.closeWindow()
            try screen.tap("Leave")
            #expect(screen.windows.isEmpty && !test.app.holdsPrivateWords)
        }

        @Test func withNothingInItTheWindowClosesWithoutAWord() {
            screen.closeWindow()
            #expect(screen.windows.isEmpty)
        }

        @Test func quittingIsAskedAbout() async throws {
            try await say()
            #expect(screen.quit() == nil)
            try await screen.wait(for: "the question") { $0.question == "Quit Tandem?" }
            #expect(screen.contains("Private chats are kept nowhere and will be gone."))
            try screen.tap("Cancel")
            try await screen.wait(for: "the answer") { $0.quits == false }
            #expect(screen.contains("A secret") && screen.question == nil)
            // Asked again, as nothing was decided for good.
            #expect(screen.quit() == nil)
            try await screen.wait(for: "the question") { $0.question == "Quit Tandem?" }
            try screen.tap("Quit Tandem")
            try await screen.wait(for: "the end") { $0.quits == true }
        }

        @Test func wordsOrAnEditAreEnoughToAskBeforeQuitting() async throws {
            try screen.type("A secret", into: "Message")
            #expect(screen.quit() == nil)
            try await screen.wait(for: "the question") { $0.question == "Quit Tandem?" }
            try screen.press(.escape)
            try await screen.wait(for: "the answer") { $0.quits == false }
            #expect(try screen.text(in: "Message") == "A secret")
        }

        @Test func aQuestionThatNobodyAnswersKeepsTheWordsAndHoldsNobodyUp() async throws {
            try screen.type("A secret", into: "Message")
            test.app.patience = .milliseconds(50)
            #expect(screen.quit() == nil)
            try await screen.wait(for: "the answer") { $0.quits == false }
            #expect(screen.question == nil)
            #expect(try screen.text(in: "Message") == "A secret")
        }

        @Test func theQuestionIsSeenInTheWindowThatItIsAbout() async throws {
            try screen.type("A secret", into: "Message")
            try screen.choose("File", "New Window")
            try await screen.wait(for: "the other window") { $0.windows == ["Private Chat", "New Chat"] }
            // What lies over it does not hide the question.
            let window = try #require(test.app.windowWithPrivateWords)
            window.sheet = .chatSettings
            #expect(screen.quit() == nil)
            try await screen.wait(for: "the question") { $0.question == "Quit Tandem?" }
            #expect(screen.windows.last == "Private Chat" && window.sheet == nil)
            try screen.tap("Cancel")
            try await screen.wait(for: "the answer") { $0.quits == false }
        }

        @Test(arguments: [WindowSheet.models, .chatSettings])
        func aSheetDoesNotKeepTandemFromQuitting(_ sheet: WindowSheet) async throws {
            try screen.type("A secret", into: "Message")
            try test.window.sheet = sheet
            #expect(screen.quit() == nil)
            try await screen.wait(for: "the question") { $0.question == "Quit Tandem?" }
            try screen.tap("Quit Tandem")
            try await screen.wait(for: "the end") { $0.quits == true }
        }

        @Test func aQuestionAboutAFolderDoesNotKeepTandemFromQuitting() async throws {
            try screen.choose("File", "New Folder")
            #expect(screen.quit() == nil)
            try await screen.wait(for: "the end") { $0.quits == true }
        }

        @Test func withNothingInItTandemQuitsWithoutAWord() async throws {
            #expect(screen.quit() == nil)
            try await screen.wait(for: "the end") { $0.quits == true }
            #expect(screen.question == nil)
        }

        @Test func aNewStartIsAskedAboutOnce() async throws {
            try screen.type("A secret", into: "Message")
            test.app.relaunch()
            try await screen.wait(for: "the question") { $0.question == "Quit Tandem?" }
            try screen.tap("Cancel")
            try await screen.wait(for: "the old state") { _ in test.app.leaving == nil }
            #expect(test.mac.citizen.started == 0)
            test.app.relaunch()
            try await screen.wait(for: "the question") { $0.question == "Quit Tandem?" }
            try screen.tap("Quit Tandem")
            try await screen.wait(for: "the end") { _ in test.mac.citizen.terminated == 1 }
            // What AppKit asks then was answered.
            #expect(screen.quit() == nil)
            try await screen.wait(for: "the end") { $0.quits == true }
        }

        @Test func whatWasTypedIsNotDoneAgainInTheNextChat() async throws {
            for key in "ab" { try screen.press(KeyEquivalent(key)) }
            for _ in 1...2 { try screen.press("z", modifiers: .command) }
            #expect(try screen.text(in: "Message").isEmpty)
            try screen.select("Bread without kneading")
            try await screen.wait(for: "the other chat") { $0.windows == ["Bread without kneading"] }
            let undo = try #require(test.window.field.view?.undoManager)
            #expect(!undo.canUndo && !undo.canRedo)
        }

        @Test func aRowOfTheListIsExportedAndNotThePrivateChat() async throws {
            try await say()
            try screen.choose("Share…", inMenuOf: "Bread without kneading")
            try await screen.wait(for: "the text") { _ in !test.mac.sharer.texts.isEmpty }
            #expect(test.mac.sharer.texts.first?.contains("An answer.") == true)
            try screen.choose("Export", "As Markdown…", inMenuOf: "Bread without kneading")
            try await screen.wait(for: "the panel") { (try? $0.fileToWrite()) != nil }
            let text = String(decoding: try #require(try screen.fileToWrite().content.first), as: UTF8.self)
            #expect(text.contains("Bread without kneading") && !text.contains("A secret"))
        }
    }
}
