import EngineKit
import Foundation

/// A form in which chats leave Tandem.
public enum ExportFormat: CaseIterable, Sendable {
    /// To be read: what is shown of a chat.
    case markdown
    /// To be imported again: all branches.
    case json

    public var fileExtension: String {
        switch self {
        case .markdown: "md"
        case .json: "json"
        }
    }

    /// That of chats which are dragged to another program: one is to be read, several are to be imported again.
    public static func dragged(_ chats: Int) -> ExportFormat { chats == 1 ? .markdown : .json }

    /// Chats in this form, in this order. Several in Markdown come one after the other, with a line between them.
    public func text(of chats: [Int64], from store: any ChatStoreProtocol) async throws(EngineError) -> String {
        switch self {
        case .json: return try await store.exportJSON(chats)
        case .markdown:
            var texts: [String] = []
            for chat in chats { texts.append(try await store.exportMarkdown(chat)) }
            return texts.joined(separator: "\n\n---\n\n")
        }
    }
}

/// What a file of exported chats is called.
public enum ExportName {
    static let longest = 80
    /// A name takes 255 bytes on every disk; the rest is for what is put behind it.
    static let mostBytes = 200

    /// The chat's title, or for several a name with the day. Without a file extension.
    public static func proposed(for titles: [String], now: Date = Date(), calendar: Calendar = .current) -> String {
        if titles.count == 1, let name = titles.first.flatMap(fileName) { return name }
        let parts = calendar.dateComponents([.year, .month, .day], from: now)
        // The same in every language, so that files sort by day.
        let day = String(format: "%04d-%02d-%02d", parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
        return titles.count == 1
            ? String(localized: "Tandem Chat \(day)", comment: "A file name; the day is like 2026-01-31.")
            : String(localized: "Tandem Chats \(day)", comment: "A file name; the day is like 2026-01-31.")
    }

    /// A title as the name of a file; `nil` if nothing of it can be one.
    static func fileName(_ title: String) -> String? {
        let plain = title.line(longest).unicodeScalars.map { scalar -> Character in
            // The Finder shows one of the first two as the other, and neither may be in a name.
            "/:\\".unicodeScalars.contains(scalar) || scalar.properties.generalCategory == .control
                || scalar.properties.isDefaultIgnorableCodePoint ? "-" : Character(scalar)
        }
        // A file whose name begins with a dot is hidden.
        let unwanted = CharacterSet(charactersIn: " .-\u{2026}")
        let name = String(plain).trimmingCharacters(in: unwanted).start(within: mostBytes)
            .trimmingCharacters(in: unwanted)
        return name.isEmpty ? nil : name
    }
}

extension String {
    /// As many whole characters as fit into so many bytes: one alone may have hundreds of them.
    fileprivate func start(within bytes: Int) -> String {
        var (end, taken) = (startIndex, 0)
        while end < endIndex {
            taken += self[end].utf8.count
            if taken > bytes { break }
            formIndex(after: &end)
        }
        return String(self[..<end])
    }
}
