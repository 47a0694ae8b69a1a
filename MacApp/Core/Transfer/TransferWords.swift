import Foundation

enum TransferWords {
    static var chat: String { String(localized: "Chat") }
    static var library: String { String(localized: "Tandem Chats") }
    static var nothing: String { String(localized: "There was nothing to import.") }

    static func added(_ count: Int) -> String { String(localized: "Added \(count) chats.") }
    static func present(_ count: Int) -> String { String(localized: "\(count) chats were there already.") }
    static func skipped(_ count: Int) -> String { String(localized: "\(count) chats could not be read.") }
    static func failed(_ count: Int) -> String { String(localized: "\(count) files could not be read.") }

    static func problem(_ problem: ImportSummary.Problem) -> String {
        let reason = problem.reason.last.map { ".!?".contains($0) } == true ? problem.reason : problem.reason + "."
        return problem.chat.map { place(problem.file, $0, reason) } ?? String(localized: "\(problem.file): \(reason)")
    }

    private static func place(_ file: String, _ chat: Int, _ reason: String) -> String {
        String(localized: "\(file), chat \(chat): \(reason)")
    }
}
