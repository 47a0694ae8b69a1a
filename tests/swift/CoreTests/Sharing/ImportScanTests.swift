import EngineKit
import Foundation
import Testing

@testable import Core

@Suite("What is imported of a folder")
struct ImportScanTests {
    private let folder = FileManager.default.temporaryDirectory.appending(
        path: "scan-\(UUID().uuidString)", directoryHint: .isDirectory)

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    @discardableResult
    private func put(_ path: String, bytes: Int = 2) throws -> URL {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(count: bytes).write(to: file)
        return file
    }

    private func link(_ path: String, to place: URL) throws {
        try FileManager.default.createSymbolicLink(at: folder.appending(path: path), withDestinationURL: place)
    }

    private func scan(_ change: (inout ImportScan.Limits) -> Void = { _ in }) async -> ImportScan {
        var limits = ImportScan.Limits()
        change(&limits)
        return await .of(folder, limits: limits)
    }

    @Test func aFileIsTakenWhateverItIsCalled() async throws {
        let file = try put("notes.txt")
        let scan = await ImportScan.of(file)
        #expect(scan.files == [ImportScan.File(url: file, name: "notes.txt")] && !scan.isFolder && !scan.isCut)
        // That it is not there, whoever reads it will say.
        #expect(await ImportScan.of(folder.appending(path: "none.json")).files.count == 1)
    }

    @Test func ofAFolderAllJSONFilesAreTakenInOrder() async throws {
        for name in ["b.json", "a.JSON", "2024/c.conversation.json", "chat.html", ".hidden.json", "json"] {
            try put(name)
        }
        let scan = await scan()
        let name = folder.lastPathComponent
        #expect(scan.files.map(\.name) == ["2024/c.conversation.json", "\(name)/a.JSON", "\(name)/b.json"])
        #expect(scan.isFolder && !scan.isCut)
    }

    @Test func linksInAFolderLeadNowhere() async throws {
        try put("real/chats.json")
        let outside = FileManager.default.temporaryDirectory.appending(path: "outside-\(UUID().uuidString).json")
        try Data().write(to: outside)
        try link("outside.json", to: outside)
        try link("round", to: folder)
        try link("dangling.json", to: folder.appending(path: "none"))
        #expect(await scan().files.map(\.name) == ["real/chats.json"])
    }

    @Test func aLinkThatTheUserChoseIsFollowed() async throws {
        try put("chats.json")
        let link = FileManager.default.temporaryDirectory.appending(path: "link-\(UUID().uuidString)")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: folder)
        #expect(await ImportScan.of(link).files.count == 1)
    }

    @Test func whatIsNoFileIsNotOpened() async throws {
        #expect(mkfifo(folder.appending(path: "pipe.json").path, 0o600) == 0)
        try FileManager.default.createDirectory(
            at: folder.appending(path: "folder.json"), withIntermediateDirectories: true)
        let scan = await scan()
        #expect(scan.files.isEmpty && scan.isFolder)
    }

    @Test func depthNumberAndSizeAreLimited() async throws {
        for number in 1...5 { try put("\(number).json", bytes: 100) }
        try put("a/b/c.json", bytes: 100)
        #expect(await scan().files.count == 6)
        let shallow = await scan { $0.depth = 2 }
        #expect(shallow.files.count == 5 && shallow.isCut)
        let few = await scan { $0.files = 3 }
        #expect(few.files.count == 3 && few.isCut)
        let small = await scan { $0.bytes = 250 }
        #expect(small.files.count == 2 && small.isCut)
        let short = await scan { $0.looks = 2 }
        #expect(short.files.count <= 2 && short.isCut)
    }

    @Test func whatIsCancelledLooksNoFurther() async throws {
        try put("chats.json")
        let folder = folder
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return await ImportScan.of(folder)
        }
        task.cancel()
        let scan = await task.value
        #expect(scan.files.isEmpty && scan.isStopped && !scan.isCut)
        // Nothing is known of what is in it.
        var report = ImportReport()
        report.take(scan, of: "Export")
        #expect(report.title == "No New Chats" && report.lines == ["Not read, since you stopped: “Export”"])
    }

    @Test func anEmptyFolderAsDeepAsTheLimitIsNotTooMuch() async throws {
        try put("chats.json")
        let deep = folder.appending(path: "1/2")
        try FileManager.default.createDirectory(at: deep, withIntermediateDirectories: true)
        #expect(await !scan { $0.depth = 2 }.isCut)
        try put("1/2/more.json")
        #expect(await scan { $0.depth = 2 }.isCut)
    }

    @Test(.enabled(if: LesserUser.isPossible, "Whoever runs this may read every folder."))
    func aFolderThatCannotBeReadIsNotSaidToBeEmpty() throws {
        try put("locked/conversations.json")
        let locked = folder.appending(path: "locked")
        try FileManager.default.setAttributes([.posixPermissions: 0o000], ofItemAtPath: locked.path)
        defer { try? FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: locked.path) }
        let (whole, inner) = LesserUser.run { (ImportScan.now(folder), ImportScan.now(locked)) }
        let name = "\(folder.lastPathComponent)/locked"
        var report = ImportReport()
        report.take(inner, of: "locked")
        #expect(report.isFailure && report.lines == ["“locked” could not be read."])
        report = ImportReport()
        report.take(whole, of: folder.lastPathComponent)
        #expect(report.isFailure && report.lines == ["“\(name.line(60))” could not be read."])
        try put("chats.json")
        let some = LesserUser.run { ImportScan.now(folder) }
        report = ImportReport()
        report.take(some, of: folder.lastPathComponent)
        report.take(.success(ChatImport(added: [1, 2])), of: "chats.json")
        #expect(report.title == "Imported 2 chats" && report.lines == ["“\(name.line(60))” could not be read."])
    }

    @Test func aFolderIsReportedOn() async throws {
        var report = ImportReport()
        report.take(await scan(), of: "Export")
        #expect(report.isFailure && report.lines == ["There are no JSON files in “Export”."])
        try put("chats.json")
        try put("more.json")
        report = ImportReport()
        report.take(await scan { $0.files = 1 }, of: "Export")
        report.take(.success(ChatImport(added: [1, 2])), of: "chats.json")
        #expect(report.title == "Imported 2 chats" && !report.isFailure)
        #expect(report.lines == ["“Export” has too much in it. Not all of it was looked at."])
    }
}

/// Looks at files without the rights of root. Linux lets one thread alone do so, and other tests are left as they are.
private enum LesserUser {
    private static let nobody: UInt32 = 65_534
    private typealias SetUser = @convention(c) (UInt32) -> Int32

    private static var setUser: SetUser? {
        #if os(Linux)
            return dlsym(nil, "setfsuid").map { unsafeBitCast($0, to: SetUser.self) }
        #else
            return nil
        #endif
    }

    static var isPossible: Bool {
        guard geteuid() == 0 else { return true }
        guard let setUser else { return false }
        _ = setUser(nobody)
        // It answers with whom it was before.
        return setUser(0) == Int32(nobody)
    }

    static func run<Value>(_ look: () -> Value) -> Value {
        guard geteuid() == 0, let setUser else { return look() }
        _ = setUser(nobody)
        defer { _ = setUser(0) }
        return look()
    }
}
