import EngineKit
import Foundation
import Testing

@testable import Core

struct ExportNameTests {
    @Test(arguments: [
        ("Fjord trip", "Fjord trip.md"), ("a/b: c\\d", "a b c d.md"), ("", "Chat.md"), ("...", "Chat.md"),
        (".hidden", "hidden.md"), ("two\nlines\u{0}\u{202E}x", "two lines x.md"), ("ends.", "ends.md"),
        ("旅行 👩‍👩‍👧", "旅行 👩‍👩‍👧.md"), ("  spaces   here ", "spaces here.md"), ("///", "Chat.md"),
    ])
    func aTitleBecomesANameThatEveryDiskTakes(_ title: String, _ name: String) {
        #expect(ChatExport.fileName(for: title, as: .markdown) == name)
    }

    @Test func aLongTitleIsCutBetweenCharacters() {
        let name = ChatExport.fileName(for: String(repeating: "旅", count: 500), as: .json)
        #expect(name.utf8.count <= 125 && name.hasSuffix("旅.json"))
    }

    @Test func theWholeLibraryIsNamedByItsDay() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "UTC"))
        let date = Date(timeIntervalSince1970: 1_772_582_400)
        #expect(ChatExport.libraryFileName(on: date, in: calendar) == "Tandem Chats 2026-03-04.json")
        #expect(ChatExport.libraryFileName(on: date, as: .markdown, in: calendar) == "Tandem Chats 2026-03-04.md")
    }
}

@MainActor @Suite(.timeLimit(.minutes(5)))
final class TransferTests {
    private let chats: TestChats
    private let folder: URL

    init() async throws {
        chats = try await TestChats()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("tandem-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func chat(_ text: String) async throws -> Int64 {
        let chat = try await chats.create(NewChat())
        _ = try await chats.add(MessageDraft(text: text), to: chat, after: nil)
        return chat
    }

    @Test func severalChatsComeInTheOrderAsked() async throws {
        let ids = [try await chat("first"), try await chat("second")]
        let text = try await ChatExport(chats).text(of: ids.reversed(), as: .markdown)
        let parts = text.components(separatedBy: "\n---\n")
        #expect(parts.count == 2 && parts[0].contains("second") && parts[1].contains("first"))
        let json = try await ChatExport(chats).text(of: ids, as: .json)
        #expect(json.contains("first") && json.contains("second"))
    }

    @Test func onlyErrorsAreAFailure() async throws {
        let nothing = try write("{}", "nothing.json")
        #expect(await imported([nothing], into: chats)?.isFailure == true)
        let kept = try write(try await ChatExport(chats).text(of: [chat("x")], as: .json), "kept.json")
        #expect(await imported([nothing, kept], into: chats)?.isFailure == false)
    }

    private func write(_ text: String, _ name: String) throws -> URL {
        let url = folder.appendingPathComponent(name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
        return url
    }

    private func imported(_ places: [URL], into other: TestChats) async -> ImportSummary? {
        let store = ChatImportStore(other)
        store.start(places)
        await eventually { store.progress == nil }
        return store.summary
    }

    @Test func allChatsButThoseOfTheTrashAreExportedAndComeBack() async throws {
        for number in 0..<205 { _ = try await chat("message number \(number)") }
        let trashed = try await chat("thrown away")
        try await chats.trash(trashed)
        let text = try await ChatExport(chats).library()
        #expect(text.contains("message number 0\"") && text.contains("message number 204\""))
        #expect(!text.contains("thrown away"))
        let other = try await TestChats()
        let summary = await imported([try write(text, "all.json")], into: other)
        #expect(summary?.added.count == 205 && summary?.sentence == "Added 205 chats.")
        let again = await imported([folder], into: other)
        #expect(again?.added.isEmpty == true && again?.sentence == "205 chats were there already.")
    }

    @Test func oneChatIsExportedInBothForms() async throws {
        let one = try await chat("hello")
        let export = ChatExport(chats)
        #expect(try await export.text(of: one, as: .markdown).hasPrefix("# hello"))
        #expect(try await export.text(of: one, as: .json).contains("\"chats\""))
    }

    @Test func filesAndFoldersAreImportedTogetherAndWhatIsWrongIsSaid() async throws {
        let one = try await ChatExport(chats).text(of: try await chat("one"), as: .json)
        let two = try await ChatExport(chats).text(of: try await chat("two"), as: .json)
        _ = try write(two, "inside/deep/two.json")
        _ = try write("no export", "inside/notes.txt")
        _ = try write(one, "inside/.hidden.json")
        let bad = try write("{", "bad.json")
        let places = [try write(one, "one.json"), folder.appendingPathComponent("inside"), bad]
        var changes = 0
        let other = try await TestChats()
        let store = ChatImportStore(other) { changes += 1 }
        store.start(places)
        #expect(store.progress != nil)
        // One at a time.
        store.start(places)
        await eventually { store.progress == nil && changes == 1 }
        let summary = try #require(store.summary)
        #expect(summary.added.count == 2 && summary.failed == 1 && summary.problems.map(\.file) == ["bad.json"])
        #expect(summary.sentence.hasPrefix("Added 2 chats.") && summary.sentence.contains("bad.json: "))
        store.dismiss()
        #expect(store.summary == nil)
    }

    @Test func anEmptyFolderHasNothing() async throws {
        #expect(await imported([folder], into: chats)?.sentence == "There was nothing to import.")
    }

    @Test func reasonsAreToldByFileAndChat() {
        var summary = ImportSummary()
        let reasons = (1...40).map { ChatImport.Skipped(nth: $0, reason: "it has no messages") }
        summary.add(ChatImport(added: [1, 2, 3], present: 2, skipped: 40, reasons: reasons), of: "a.json")
        #expect(summary.problems.count == ImportSummary.mostProblems)
        #expect(
            summary.sentence
                == "Added 3 chats. 2 chats were there already. 40 chats could not be read. a.json, chat 1: it has no messages."
        )
    }
}
