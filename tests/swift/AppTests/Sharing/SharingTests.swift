import Core
import EngineKit
import Foundation
import Screen
import Synchronization
import Testing

@testable import Tandem

extension OneByOne {
    @MainActor @Suite(.timeLimit(.minutes(5)))
    struct SharingTests {
        private let test: TestApp
        private let screen: Screen
        private let folder = FileManager.default.temporaryDirectory.appending(path: "sharing-\(UUID().uuidString)")

        init() async throws {
            test = try await TestApp()
            try await test.keep("Bread without kneading", "Let the dough rest.")
            try await test.keep("Why the sky is blue", "Air scatters blue light.")
            screen = test.launch()
            try await screen.waitForRow("Why the sky is blue")
        }

        private func panel() async throws -> (name: String?, text: String) {
            try await screen.wait(for: "the panel") { (try? $0.fileToWrite()) != nil }
            let (name, content) = try screen.fileToWrite()
            return (name, String(decoding: try #require(content.first), as: UTF8.self))
        }

        private func file(_ name: String, _ text: String) throws -> URL {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let file = folder.appending(path: name)
            try Data(text.utf8).write(to: file)
            return file
        }

        @Test func aChatIsExportedAsMarkdownUnderItsTitle() async throws {
            try screen.select("Bread without kneading")
            try await screen.wait(for: "the chat") { $0.windows == ["Bread without kneading"] }
            try screen.press("e", modifiers: [.shift, .command])
            let (name, text) = try await panel()
            #expect(name == "Bread without kneading" && text.contains("Let the dough rest."))
            try screen.cancelPanel()
            #expect(throws: ScreenError.self) { try screen.fileToWrite() }
        }

        @Test func severalAreExportedTogether() async throws {
            try screen.select("Bread without kneading")
            try screen.select("Why the sky is blue", adding: true)
            try screen.choose("Export", "As Markdown…", inMenuOf: "Bread without kneading")
            let (name, text) = try await panel()
            #expect(name?.hasPrefix("Tandem Chats 2") == true)
            #expect(
                text.contains("Let the dough rest.") && text.contains("\n---\n")
                    && text.contains("Air scatters blue light."))
        }

        @Test func allAreExportedAndImportedAgain() async throws {
            try screen.choose("File", "Export", "Export All Chats…")
            let json = try await panel().text
            try screen.chooseFiles([file("out.json", "")])
            let other = try await TestApp()
            let screen = other.launch()
            try screen.press("o", modifiers: .command)
            try screen.chooseFiles([file("chats.json", json)])
            try await screen.wait(for: "what came of it") { $0.question == "Imported 2 chats" }
            try screen.tap("OK")
            try await screen.waitForRow("Bread without kneading")
            // The same once more adds nothing.
            try await screen.drop([file("chats.json", json)], onto: "Chats")
            try await screen.wait(for: "what came of it") { $0.question == "No New Chats" }
            #expect(screen.contains("2 chats were there already."))
        }

        /// What the engine's tests read too, as those programs write it.
        private func fixture(_ name: String) -> URL {
            URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                .appending(path: "../../../../engine/src/store/tests/fixtures/\(name)").standardizedFileURL
        }

        @Test func chatsOfChatGPTAndLMStudioAreImported() async throws {
            try screen.choose("File", "Import Chats…")
            try screen.chooseFiles([fixture("chatgpt.json"), fixture("lm-studio.json")])
            try await screen.wait(for: "what came of it") { $0.question?.hasPrefix("Imported") == true }
            try screen.tap("OK")
            for title in ["Trip to Norway", "Haiku", "My chat"] { try await screen.waitForRow(title) }
            try screen.select("Trip to Norway")
            try await screen.wait(for: "the chat") { $0.windows == ["Trip to Norway"] }
        }

        @Test func aFolderIsImportedByThePanelAndByTheMouse() async throws {
            let json = try await test.chats.exportJSON(try await test.chats.list(.all, skip: 0, limit: 9).map(\.id))
            _ = try file("chats.json", json)
            _ = try file("user.json", "{\"name\": 1}")
            _ = try file("chat.html", "<p>")
            let export = URL(filePath: folder.path, directoryHint: .isDirectory)
            let other = try await TestApp()
            let screen = other.launch()
            try screen.press("o", modifiers: .command)
            try screen.chooseFiles([export])
            try await screen.wait(for: "what came of it") { $0.question == "Imported 2 chats" }
            #expect(screen.texts().contains { $0.contains("/user.json” was not imported.") })
            try screen.tap("OK")
            try await screen.waitForRow("Bread without kneading")
            try await screen.drop([export], onto: "Chats")
            try await screen.wait(for: "what came of it") { $0.question == "No New Chats" }
        }

        @Test func aFolderWithoutExportsIsSaidToBeOne() async throws {
            _ = try file("chat.html", "<p>")
            try await screen.drop([URL(filePath: folder.path, directoryHint: .isDirectory)], onto: "Chats")
            try await screen.wait(for: "the refusal") { $0.question == "Nothing Was Imported" }
            #expect(screen.contains("There are no JSON files in “\(folder.lastPathComponent)”."))
        }

        @Test func aFileThatIsNoExportIsSaidToBeNone() async throws {
            try screen.choose("File", "Import Chats…")
            try screen.chooseFiles([file("notes.json", "{\"hello\": 1}")])
            try await screen.wait(for: "the refusal") { $0.question == "Nothing Was Imported" }
            #expect(screen.texts().contains { $0.contains("“notes.json” was not imported.") })
            try screen.tap("Choose Another File…")
            try screen.cancelPanel()
            #expect(screen.rows().contains("Bread without kneading"))
        }

        @Test func aFileOfTheFinderIsImported() async throws {
            let json = try await test.chats.exportJSON(try await test.chats.list(.all, skip: 0, limit: 9).map(\.id))
            screen.open(try file("opened.json", json))
            try await screen.wait(for: "what came of it") { $0.question == "No New Chats" }
        }

        @Test func anImportGoesOnWithoutItsWindowAndIsToldInTheNext() async throws {
            let chats = try await test.chats.list(.all, skip: 0, limit: 9).map(\.id)
            let json = try await test.chats.exportJSON(chats)
            let other = try await TestApp()
            let screen = other.launch()
            let window = try other.window
            window.sharing.read([try file("one.json", json), try file("two.json", json)])
            window.closed()
            other.app.windowClosed(window)
            try await screen.wait(for: "the end of the import") { _ in other.app.importer.reading == nil }
            #expect(try await other.chats.list(.all, skip: 0, limit: 9).count == 2)
            let next = WindowModel(other.app)
            other.app.windowAppeared(next)
            #expect(next.sharing.report?.title == "Imported 2 chats")
        }

        @Test func filesThatWereNotReadAreNamed() async throws {
            let window = try test.window
            window.sharing.read([try file("one.json", "{}"), try file("two.json", "{}")])
            window.sharing.cancelImport()
            try await screen.wait(for: "the report") { _ in window.sharing.report != nil }
            #expect(window.sharing.report?.lines.last?.contains("two.json") == true)
        }

        @Test func whatIsGivenAfterStopIsRead() async throws {
            let mock = MockChatStore.preview(.chat)
            let seen = Mutex<[String]>([])
            let goes = Mutex(false)
            mock.tell {
                $0.importFile = { path throws(EngineError) in
                    seen.withLock { $0.append(path) }
                    while !goes.withLock({ $0 }) { await Task.yield() }
                    return ChatImport(added: [], present: 1, skipped: 0, reasons: [])
                }
            }
            let importer = Importer(mock)
            let reports = Mutex<[ImportReport]>([])
            importer.finished = { report in reports.withLock { $0.append(report) } }
            importer.read(["first", "left"].map { URL(fileURLWithPath: "/\($0).json") })
            while seen.withLock({ $0.isEmpty }) { await Task.yield() }
            importer.cancel()
            importer.read([URL(fileURLWithPath: "/wanted.json")])
            goes.withLock { $0 = true }
            while reports.withLock({ $0.count }) < 2 { await Task.yield() }
            #expect(seen.withLock { $0 } == ["/first.json", "/wanted.json"])
            let told = reports.withLock { $0.map(\.lines) }
            #expect(told[0].last == "Not read, since you stopped: “left.json”")
            #expect(told[1] == ["1 chat was there already."])
            #expect(importer.reading == nil)
        }

        @Test func aFolderThatWasBeingLookedThroughIsNamedAsNotRead() async throws {
            for number in 0..<3000 { _ = try file("\(number).txt", "") }
            _ = try file("chats.json", "{}")
            let importer = Importer(test.chats)
            let reports = Mutex<[ImportReport]>([])
            importer.finished = { report in reports.withLock { $0.append(report) } }
            importer.read([folder])
            await Task.yield()
            importer.cancel()
            while reports.withLock({ $0.isEmpty }) { await Task.yield() }
            let report = try #require(reports.withLock { $0.first })
            #expect(!report.isFailure && report.lines.count == 1)
            #expect(report.lines.first?.hasPrefix("Not read, since you stopped: “") == true)
        }

        @Test func aChatIsSharedAsMarkdown() async throws {
            try screen.choose("Share…", inMenuOf: "Why the sky is blue")
            try await screen.wait(for: "the text") { _ in !test.mac.sharer.texts.isEmpty }
            #expect(test.mac.sharer.texts.first?.contains("Air scatters blue light.") == true)
        }

        @Test func anErrorWhileWritingIsTold() async throws {
            let window = try #require(test.app.openWindows.first)
            window.sharing.exported(.failure(CocoaError(.fileWriteOutOfSpace)))
            try await screen.wait(for: "the error") { $0.question == "Nothing Was Exported" }
            try screen.tap("OK")
        }

        @Test func whatFailsIsCalledByWhatItWas() async throws {
            let window = try #require(test.app.openWindows.first)
            window.sharing.chosen(.failure(CocoaError(.fileReadNoPermission)))
            try await screen.wait(for: "the error") { $0.question == "Nothing Was Imported" }
            try screen.tap("OK")
            let services = AppServices.preview(.chat)
            services.settings.change { $0.onboarding = .done }
            let broken = Screen(app: TandemApp(Startup(AppModel(services))))
            try await broken.waitForRow("Why the sky is blue")
            try broken.choose("Share…", inMenuOf: "Why the sky is blue")
            try await broken.wait(for: "the error") { $0.question == "Nothing Was Shared" }
        }

        @Test func aListThatCannotBeReadIsNotAnEmptyOne() async throws {
            let mock = MockChatStore.preview(.chat)
            var services = AppServices.preview(.chat)
            services.chats = mock
            services.settings.change { $0.onboarding = .done }
            let screen = Screen(app: TandemApp(Startup(AppModel(services))))
            try await screen.waitForRow("Why the sky is blue")
            mock.tell { $0.list = { _, _, _ throws(EngineError) in throw .preview("the disk does not answer") } }
            try screen.choose("File", "Export", "Export All Chats…")
            try await screen.wait(for: "the error") { $0.question == "Nothing Was Exported" }
            #expect(!screen.contains("There are no chats to export."))
        }

        @Test func withoutChatsThereIsNothingToExport() async throws {
            let screen = try await TestApp().launch()
            try screen.choose("File", "Export", "Export All Chats…")
            try await screen.wait(for: "the sentence") { $0.contains("There are no chats to export.") }
        }
    }
}
