import EngineKit
import Foundation
import Testing

@testable import Core

struct ExportNameTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    @Test func aChatGivesItsTitle() {
        #expect(ExportName.proposed(for: ["Why the sky is blue"]) == "Why the sky is blue")
    }

    @Test(arguments: [
        ("a/b:c\\d", "a-b-c-d"), (".hidden", "hidden"), ("two\nlines", "two lines"), ("  spaces  ", "spaces"),
        ("ends with a dot.", "ends with a dot"), ("\u{202E}turned", "turned"), ("日本語", "日本語"),
    ])
    func whatAFileCannotBeCalledIsLeftOut(title: String, name: String) {
        #expect(ExportName.fileName(title) == name)
    }

    @Test(arguments: ["", "...", "   ", "\u{200B}", "/"])
    func aTitleOfNothingGivesAName(title: String) {
        let name = ExportName.proposed(for: [title], now: now, calendar: Calendar(identifier: .gregorian))
        #expect(name.hasPrefix("Tandem Chat 2026-"))
    }

    @Test func aNameFitsIntoAFileSystem() throws {
        for title in [String(repeating: "long ", count: 100), String(repeating: "👨‍👩‍👧‍👦", count: 90)] {
            let name = try #require(ExportName.fileName(title))
            #expect(!name.isEmpty && name.utf8.count + ".json".utf8.count <= 255)
        }
    }

    /// Few characters may be many bytes: flags, skin tones, accents upon accents.
    @Test(arguments: [
        (String(repeating: "🇩🇪", count: 60), "🇩🇪"), (String(repeating: "👍🏽", count: 60), "👍🏽"),
        (String(repeating: "e" + String(repeating: "\u{301}", count: 30), count: 10), "e"),
        ("Hello e" + String(repeating: "\u{301}", count: 600), "Hello"), (String(repeating: "漢", count: 100), "漢"),
        (String(repeating: "a", count: 79) + String(repeating: "🇩🇪", count: 60), "a"),
    ])
    func aNameIsCutAtACharacterByItsBytes(title: String, start: String) throws {
        let name = try #require(ExportName.fileName(title))
        #expect(name.utf8.count <= 200 && name.unicodeScalars.starts(with: start.unicodeScalars))
        #expect(name.allSatisfy { title.contains($0) })
        let file = FileManager.default.temporaryDirectory.appending(path: "\(name) \(Int.random(in: 0...999_999)).json")
        try Data().write(to: file)
        try FileManager.default.removeItem(at: file)
    }

    @Test func aTitleOfWhichNothingFitsGivesTheDay() {
        let title = "e" + String(repeating: "\u{301}", count: 600)
        #expect(ExportName.fileName(title) == nil)
        #expect(ExportName.proposed(for: [title], now: now).hasPrefix("Tandem Chat 2026-"))
    }

    @Test func severalGiveTheDay() {
        let name = ExportName.proposed(for: ["a", "b"], now: now, calendar: Calendar(identifier: .gregorian))
        #expect(name.hasPrefix("Tandem Chats 2026-09-2"))
    }
}

@MainActor @Suite(.timeLimit(.minutes(5)))
struct ExportFormatTests {
    @Test func chatsComeInTheOrderAsked() async throws {
        let chats = try await TestChats()
        var ids: [Int64] = []
        for text in ["first", "second"] {
            let id = try await chats.create(NewChat())
            _ = try await chats.add(text, to: id, after: nil)
            ids.append(id)
        }
        let text = try await ExportFormat.markdown.text(of: ids.reversed(), from: chats)
        let parts = text.components(separatedBy: "\n---\n")
        #expect(parts.count == 2 && parts[0].contains("second") && parts[1].contains("first"))
        let json = try await ExportFormat.json.text(of: ids, from: chats)
        #expect(json.contains("first") && json.contains("second"))
        #expect(ExportFormat.allCases.map(\.fileExtension) == ["md", "json"])
    }
}

struct ImportReportTests {
    private let error = EngineError(kind: .files, message: "it is no export", detail: "", remedy: .nothing)

    @Test func whatWasAddedWasThereOrLeftOutIsCounted() {
        var report = ImportReport()
        report.take(
            .success(
                ChatImport(
                    added: [1, 2], present: 3, skipped: 4, reasons: [.init(nth: 7, reason: "it has no messages")])),
            of: "chats.json")
        #expect(report.title == "Imported 2 chats" && !report.isFailure)
        #expect(
            report.lines == [
                "3 chats were there already.", "4 chats could not be read and were left out.",
                "“chats.json”, chat 7: It has no messages.",
            ])
    }

    @Test func aFileWithoutChatsIsSaidToBeOne() {
        var report = ImportReport()
        report.take(.success(ChatImport(added: [])), of: "empty.json")
        #expect(report.title == "No New Chats" && report.lines == ["There are no chats in the file."])
    }

    @Test func filesThatFailAreNamed() {
        var report = ImportReport()
        report.take(.failure(error), of: "notes.json")
        #expect(report.isFailure && report.title == "Nothing Was Imported")
        #expect(report.lines == ["“notes.json” was not imported. It is no export."])
        report.take(.success(ChatImport(added: [1, 2])), of: "chats.json")
        #expect(!report.isFailure && report.title == "Imported 2 chats" && report.lines.count == 1)
    }

    @Test func aLongListOfReasonsIsCut() {
        var report = ImportReport()
        let reasons = (1...40).map { ChatImport.Skipped(nth: $0, reason: "it is empty") }
        report.take(.success(ChatImport(added: [], skipped: .max, reasons: reasons)), of: "a.json")
        report.take(.success(ChatImport(added: [], skipped: 1)), of: "b.json")
        #expect(report.lines.count == 1 + ImportReport.mostReasons + 1)
        #expect(report.lines.last == "And 35 more.")
    }
}
