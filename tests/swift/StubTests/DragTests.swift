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
}
