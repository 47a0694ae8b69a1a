import Foundation

enum AnnouncementWords {
    static var began: String { String(localized: "Answering") }
    static var waiting: String { String(localized: "Waiting for the model") }
    static var thinking: String { String(localized: "Thinking") }
    static var stillThinking: String { String(localized: "Still thinking") }
    static var complete: String { String(localized: "Answer complete.") }
    static var stopped: String { String(localized: "Answer stopped.") }
    static var undone: String { String(localized: "Undone.") }

    static func reading(_ share: String) -> String { String(localized: "Reading the chat, \(share)") }
    static func complete(_ beginning: String) -> String { String(localized: "Answer complete. \(beginning)") }
    static func cut(_ beginning: String) -> String { String(localized: "Answer cut off. \(beginning)") }
    static func failed(_ message: String) -> String { String(localized: "The answer failed. \(message)") }
    static func downloaded(_ title: String) -> String { String(localized: "\(title) has been downloaded.") }
    static func notDownloaded(_ title: String, _ message: String) -> String {
        String(localized: "\(title) could not be downloaded. \(message)")
    }
    static func deleted(_ count: Int) -> String { String(localized: "Deleted \(count) messages.") }

    /// How long an answer is so far: in words, or in characters where a script has no spaces between words.
    static func written(_ text: String) -> String {
        let words: Int = text.split(whereSeparator: \.isWhitespace).count
        // No language has words of so many letters on average.
        return text.unicodeScalars.count > 20 * max(words, 1)
            ? String(localized: "\(text.count) characters so far") : String(localized: "\(words) words so far")
    }
}
