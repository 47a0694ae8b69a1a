import EngineKit
import Foundation

/// What the import of some files came to.
public struct ImportSummary: Equatable, Sendable {
    /// Chats that could not be taken, or a file that could not be read.
    public struct Problem: Equatable, Sendable {
        /// The file's name.
        public let file: String
        /// Which chat of the file, from 1; `nil` for the file as a whole.
        public let chat: Int?
        public let reason: String

        public var sentence: String { TransferWords.problem(self) }
    }

    /// Problems that are listed; more are only counted.
    public static let mostProblems = 20

    public private(set) var added: [Int64] = []
    /// Chats that were there already.
    public private(set) var present = 0
    /// Chats that could not be taken.
    public private(set) var skipped = 0
    /// Files that could not be read at all.
    public private(set) var failed = 0
    public private(set) var problems: [Problem] = []

    public init() {}

    /// Whether there is nothing but files that could not be read.
    public var isFailure: Bool { failed > 0 && added.isEmpty && present == 0 && skipped == 0 }

    mutating func add(_ report: ChatImport, of file: String) {
        added += report.added
        present += Int(clamping: report.present)
        skipped += Int(clamping: report.skipped)
        for reason in report.reasons {
            note(Problem(file: file, chat: Int(clamping: reason.nth), reason: reason.reason))
        }
    }

    mutating func add(_ error: EngineError, of file: String) {
        failed += 1
        note(Problem(file: file, chat: nil, reason: error.message))
    }

    private mutating func note(_ problem: Problem) {
        if problems.count < Self.mostProblems { problems.append(problem) }
    }

    /// In words; what went wrong first, if something did.
    public var sentence: String {
        var sentences: [String] = []
        if !added.isEmpty { sentences.append(TransferWords.added(added.count)) }
        if present > 0 { sentences.append(TransferWords.present(present)) }
        if skipped > 0 { sentences.append(TransferWords.skipped(skipped)) }
        if failed > 0 { sentences.append(TransferWords.failed(failed)) }
        if let problem = problems.first { sentences.append(problem.sentence) }
        return sentences.isEmpty ? TransferWords.nothing : sentences.joined(separator: " ")
    }
}
