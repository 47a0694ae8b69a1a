import Core
import Foundation
import Testing

@Suite("Files for other programs to copy")
struct PassingFilesTests {
    private let files = PassingFiles(
        FileManager.default.temporaryDirectory.appending(path: "passing-\(UUID().uuidString)"))

    private func isThere(_ file: URL) -> Bool { FileManager.default.fileExists(atPath: file.path) }

    @Test func oneNameIsFreeTwice() throws {
        let first = try files.write(Data("a".utf8), named: "Chat.md")
        let second = try files.write(Data("b".utf8), named: "Chat.md")
        #expect(first != second && [first, second].allSatisfy { $0.lastPathComponent == "Chat.md" })
        #expect(try Data(contentsOf: first) == Data("a".utf8))
        let rights = try FileManager.default.attributesOfItem(atPath: first.deletingLastPathComponent().path)
        #expect(rights[.posixPermissions] as? Int == 0o700)
    }

    @Test func theNextRemovesWhatWasPassedOnLongAgo() throws {
        let old = try files.write(Data(), named: "Old.md")
        let new = try files.write(Data(), named: "New.md", now: Date() + PassingFiles.longest - 60)
        #expect(isThere(old) && isThere(new))
        let last = try files.write(Data(), named: "Last.md", now: Date() + PassingFiles.longest + 60)
        #expect(!isThere(old) && !isThere(new) && isThere(last))
    }

    @Test func inTheEndAllAreRemoved() throws {
        let file = try files.write(Data(), named: "Chat.md")
        files.removeAll()
        #expect(!isThere(file) && !isThere(files.folder))
        // Nothing to remove is no error either.
        files.removeAll()
        files.removeOld()
    }

    @Test func oneChatIsReadAndSeveralAreImportedAgain() {
        #expect(ExportFormat.dragged(1) == .markdown && ExportFormat.dragged(2) == .json)
    }
}
