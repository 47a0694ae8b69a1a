import CoreTransferable
import Screen
import SwiftUI
import Testing
import UniformTypeIdentifiers

private struct Chat: Codable, Transferable, Equatable {
    var title: String

    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: .json)
        ProxyRepresentation(exporting: \.title)
    }
}

/// Within the program a number; for others a file, if there is something to write.
private struct Note: Codable, Transferable {
    var number: Int
    var text: String?

    static var transferRepresentation: some TransferRepresentation {
        CodableRepresentation(contentType: .json).visibility(.ownProcess)
        FileRepresentation(exportedContentType: .plainText) { note in
            let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).txt")
            try Data((note.text ?? "").utf8).write(to: file)
            return SentTransferredFile(file)
        }
        .exportingCondition { $0.text != nil }
        .suggestedFileName { "Note \($0.number).txt" }
    }
}

private struct Notes: View {
    @State private var taken = 0

    var body: some View {
        Text("Full").draggable(Note(number: 7, text: "Hello"))
        Text("Empty").draggable(Note(number: 8))
        Text("Place").dropDestination(for: Note.self) { notes, _ in
            taken = notes.map(\.number).reduce(0, +)
            return true
        }
        Text("Taken \(taken)")
    }
}

private struct Folders: View {
    @State private var inside: [String] = []
    @State private var notes = ""
    @State private var isTargeted = false

    var body: some View {
        Text("Chat").draggable(Chat(title: "About Rust"))
        Text("Folder").dropDestination(for: Chat.self) { chats, _ in
            inside += chats.map(\.title)
            return true
        } isTargeted: {
            isTargeted = $0
        }
        Text("Notes").dropDestination(for: String.self) { texts, _ in
            notes += texts.joined()
            return true
        }
        Text("Files").dropDestination(for: URL.self) { urls, _ in
            notes += urls.map(\.lastPathComponent).joined()
            return !urls.isEmpty
        }
        Text("Inside \(inside.joined())")
        Text("Noted \(notes)")
    }
}

@MainActor
@Suite("Drag and drop")
struct DragTests {
    @Test func aValueIsDroppedAsItself() async throws {
        let screen = Screen(Folders())
        try await screen.drag("Chat", onto: "Folder")
        #expect(screen.contains("Inside About Rust"))
    }

    @Test func aValueIsDroppedAsWhatItCanBe() async throws {
        let screen = Screen(Folders())
        try await screen.drag("Chat", onto: "Notes")
        #expect(screen.contains("Noted About Rust"))
    }

    @Test func filesComeFromOutside() async throws {
        let screen = Screen(Folders())
        try await screen.drop([URL(filePath: "/a.txt")], onto: "Files")
        #expect(screen.contains("Noted a.txt"))
        await #expect(throws: ScreenError.self) { try await screen.drop([URL(filePath: "/a.txt")], onto: "Folder") }
    }

    @Test func theFinderIsGivenAFileAndNotWhatTheProgramKeepsToItself() async throws {
        let screen = Screen(Notes())
        let folder = FileManager.default.temporaryDirectory.appending(path: "finder-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = try #require(try await screen.drag("Full", outTo: folder))
        #expect(file.lastPathComponent == "Note 7.txt")
        #expect(try String(contentsOf: file, encoding: .utf8) == "Hello")
        await #expect(throws: ScreenError.self) { try await screen.drag("Empty", outTo: folder) }
        try await screen.drag("Empty", onto: "Place")
        #expect(screen.contains("Taken 8"))
    }
}
