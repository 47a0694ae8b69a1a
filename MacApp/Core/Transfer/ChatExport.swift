import EngineKit
import Foundation

/// A chat, or all of them, on the way out of Tandem.
public struct ChatExport: Sendable {
    public enum Format: CaseIterable, Sendable {
        /// What is shown, to be read.
        case markdown
        /// All branches, to be imported again.
        case json

        public var fileExtension: String {
            switch self {
            case .markdown: "md"
            case .json: "json"
            }
        }
    }

    private let chats: any ChatStoreProtocol
    private static let page: UInt32 = 200

    public init(_ chats: any ChatStoreProtocol) {
        self.chats = chats
    }

    public func text(of chat: Int64, as format: Format) async throws(EngineError) -> String {
        switch format {
        case .markdown: try await chats.exportMarkdown(chat)
        case .json: try await chats.exportJSON([chat])
        }
    }

    /// Several chats in one file, in this order. In Markdown there is a line between them.
    public func text(of chats: [Int64], as format: Format) async throws(EngineError) -> String {
        guard format == .markdown else { return try await self.chats.exportJSON(chats) }
        var texts: [String] = []
        for chat in chats { texts.append(try await self.chats.exportMarkdown(chat)) }
        return texts.joined(separator: "\n\n---\n\n")
    }

    /// All chats that are not in the trash, with all their branches.
    public func library() async throws(EngineError) -> String {
        var all: [Int64] = []
        while true {
            let page = try await chats.list(.all, skip: UInt32(clamping: all.count), limit: Self.page)
            // One that moved up in the list meanwhile is not taken twice.
            all += page.map(\.id).filter { !all.contains($0) }
            guard page.count == Int(Self.page), UInt32(exactly: all.count) != nil else { break }
        }
        return try await chats.exportJSON(all)
    }

    /// What a chat's file is called: its title, without what a file's name cannot or should not have.
    public static func fileName(for title: String, as format: Format) -> String {
        "\(safe(title) ?? TransferWords.chat).\(format.fileExtension)"
    }

    /// What a file of all chats, or of several, is called.
    public static func libraryFileName(
        on date: Date, as format: Format = .json, in calendar: Calendar = .current
    ) -> String {
        let parts = calendar.dateComponents([.year, .month, .day], from: date)
        let day = [parts.year ?? 0, parts.month ?? 0, parts.day ?? 0]
            .map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: "-")
        return "\(TransferWords.library) \(day).\(format.fileExtension)"
    }

    /// Bytes of the longest name; a disk takes 255, and someone may add to it.
    private static let longest = 120

    private static func safe(_ title: String) -> String? {
        // The Finder shows a colon as a slash, and other systems take neither of these.
        let forbidden = Set("/:\\?*\"<>|")
        let words = title.map { character -> Character in
            let isShown = character.unicodeScalars.allSatisfy {
                !$0.properties.isDefaultIgnorableCodePoint || $0.value == 0x200D || $0.value == 0xFE0F
            }
            return forbidden.contains(character) || character.isNewline || !isShown
                || character.unicodeScalars.contains { $0.properties.generalCategory == .control } ? " " : character
        }
        var name = String(words).split(separator: " ").joined(separator: " ")
        while name.utf8.count > longest { name.removeLast() }
        // A name that begins with a dot is hidden; one that ends with it is odd elsewhere.
        name = String(name.drop { $0 == "." || $0 == " " })
        while let last = name.last, last == "." || last == " " { name.removeLast() }
        return name.isEmpty ? nil : name
    }
}
