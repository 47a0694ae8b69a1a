import EngineKit
import Foundation

/// What came of importing files, in words.
public struct ImportReport: Equatable, Sendable {
    /// Reasons that are told at most.
    static let mostReasons = 5

    private var added: Int = 0
    private var present: UInt64 = 0
    private var skipped: UInt64 = 0
    private var reasons: [String] = []
    private var failures: [String] = []
    private var files = 0
    private var unread: [String] = []
    private var folders: [String] = []

    public init() {}

    /// What was found in a folder, before its files are read. `name` is that of the folder.
    public mutating func take(_ scan: ImportScan, of name: String) {
        guard scan.isFolder else { return }
        // What else was found does not tell what is in it.
        if scan.isStopped { return leave([name]) }
        let name = name.line(60)
        let unreadable = scan.unreadable.map { String(localized: "“\($0.line(60))” could not be read.") }
        if scan.files.isEmpty {
            files += 1
            failures.append(unreadable.first ?? String(localized: "There are no JSON files in “\(name)”."))
            folders += unreadable.dropFirst()
        } else {
            folders += unreadable
        }
        if scan.isCut {
            folders.append(String(localized: "“\(name)” has too much in it. Not all of it was looked at."))
        }
    }

    public mutating func take(_ result: Result<ChatImport, EngineError>, of file: String) {
        files += 1
        let name = file.line(60)
        switch result {
        case .success(let new):
            added += new.added.count
            present = present.saturatingAdd(new.present)
            skipped = skipped.saturatingAdd(new.skipped)
            for skipped in new.reasons {
                let (nth, reason): (UInt64, String) = (skipped.nth, ErrorNotice.sentence(skipped.reason))
                reasons.append(String(localized: "“\(name)”, chat \(nth): \(reason)"))
            }
        case .failure(let error):
            failures.append(String(localized: "“\(name)” was not imported. \(ErrorNotice(error).message)"))
        }
    }

    /// Files that were not read, since the user stopped it.
    public mutating func leave(_ files: [String]) { unread += files.map { $0.line(60) } }

    /// Whether there is nothing but errors.
    public var isFailure: Bool { files > 0 && failures.count == files }

    public var title: String {
        if isFailure { return String(localized: "Nothing Was Imported") }
        return added > 0 ? String(localized: "Imported \(added) chats") : String(localized: "No New Chats")
    }

    /// A line for each thing to be told.
    public var lines: [String] {
        var lines: [String] = []
        if present > 0 { lines.append(String(localized: "\(present) chats were there already.")) }
        if skipped > 0 { lines.append(String(localized: "\(skipped) chats could not be read and were left out.")) }
        if added == 0, present == 0, skipped == 0, files > 0, !isFailure {
            lines.append(String(localized: "There are no chats in the file."))
        }
        lines += folders.prefix(Self.mostReasons)
        lines += reasons.prefix(Self.mostReasons) + failures.prefix(Self.mostReasons)
        let more: Int = [folders, reasons, failures].reduce(0) { $0 + max(0, $1.count - Self.mostReasons) }
        if more > 0 { lines.append(String(localized: "And \(more) more.")) }
        if !unread.isEmpty {
            let names = unread.prefix(Self.mostReasons).map { "“\($0)”" }.joined(separator: ", ")
            lines.append(String(localized: "Not read, since you stopped: \(names)"))
        }
        return lines
    }
}
