import EngineKit

/// A text in bytes of UTF-8, which is what the reader of Markdown counts in.
struct SourceText {
    var bytes: [UInt8]

    var string: String { String(decoding: bytes, as: UTF8.self) }

    /// Where the line begins that this place is in.
    func lineStart(_ place: Int) -> Int {
        (bytes[..<min(place, bytes.count)].lastIndex(of: .lineFeed) ?? -1) + 1
    }

    /// Where the line after this place begins.
    func nextLine(_ place: Int) -> Int {
        (bytes[min(place, bytes.count)...].firstIndex(of: .lineFeed) ?? bytes.count - 1) + 1
    }

    /// The column of this place in its line, which holds one-byte characters up to there, with tabs to every fourth.
    func column(_ place: Int) -> Int {
        bytes[lineStart(place)..<place].reduce(0) { $1 == .tab ? ($0 / 4 + 1) * 4 : $0 + 1 }
    }

    /// What marks a line as inside of quotes and items, before its own text.
    func lead(ofLineAt start: Int) -> ArraySlice<UInt8> {
        bytes[start...].prefix { $0 == .space || $0 == .tab || $0 == .quote }
    }

    /// Nothing but space and the marks of quotes, in a whole line.
    func isBlank(_ line: Range<Int>) -> Bool {
        !line.isEmpty && lead(ofLineAt: line.lowerBound).endIndex == line.upperBound - 1
            && bytes[line.upperBound - 1] == .lineFeed
    }
}

extension UInt8 {
    static let lineFeed = UInt8(ascii: "\n")
    static let carriageReturn = UInt8(ascii: "\r")
    static let space = UInt8(ascii: " ")
    static let tab = UInt8(ascii: "\t")
    static let quote = UInt8(ascii: ">")

    /// A byte of a character after its first.
    var isContinuation: Bool { self & 0b1100_0000 == 0b1000_0000 }
    var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
