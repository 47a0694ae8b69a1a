import Foundation

/// Finds some words in a text, without regard to case, accents and width; otherwise as they are written.
///
/// Most lines of most chats are ASCII, in which bytes can be compared; Foundation, which knows all the rest, takes a
/// hundred times as long.
struct TextSearcher {
    private static let options: NSString.CompareOptions = [.caseInsensitive, .diacriticInsensitive, .widthInsensitive]

    private let query: String
    private let most: Int
    /// Small letters; `nil` if it cannot stand in a line of ASCII.
    private let ascii: [UInt8]?
    private let hasLineFeed: Bool

    /// `most`: as many are looked for.
    init(_ query: String, most: Int) {
        self.query = query
        self.most = most
        let folded = Array(query.folding(options: Self.options, locale: nil).utf8)
        ascii = folded.allSatisfy { $0 < 0x80 } ? folded.map(Self.small) : nil
        hasLineFeed = query.utf8.contains(.lineFeed)
    }

    /// In UTF-16 units, in order, apart.
    func ranges(in text: String) -> [Range<Int>] {
        guard !query.isEmpty else { return [] }
        guard !hasLineFeed else { return ranges(inLine: Array(text.utf8)[...]) }
        var ranges: [Range<Int>] = []
        var begin = 0
        for line in Array(text.utf8).split(separator: .lineFeed, omittingEmptySubsequences: false) {
            let isASCII = line.allSatisfy { $0 < 0x80 }
            let found = isASCII ? self.ranges(inASCII: line) : self.ranges(inLine: line)
            ranges += found.prefix(most - ranges.count).map { $0.lowerBound + begin..<$0.upperBound + begin }
            if ranges.count >= most { break }
            begin += (isASCII ? line.count : String(decoding: line, as: UTF8.self).utf16.count) + 1
        }
        return ranges
    }

    private func ranges(inASCII line: ArraySlice<UInt8>) -> [Range<Int>] {
        guard let ascii, let first = ascii.first, line.count >= ascii.count else { return [] }
        var ranges: [Range<Int>] = []
        var at = line.startIndex
        while at + ascii.count <= line.endIndex {
            if Self.small(line[at]) == first, zip(line[at...], ascii).allSatisfy({ Self.small($0) == $1 }) {
                ranges.append(at - line.startIndex..<at - line.startIndex + ascii.count)
                at += ascii.count
            } else {
                at += 1
            }
        }
        return ranges
    }

    private func ranges(inLine line: ArraySlice<UInt8>) -> [Range<Int>] {
        let whole = String(decoding: line, as: UTF8.self) as NSString
        var ranges: [Range<Int>] = []
        var at = 0
        while at < whole.length, ranges.count < most {
            let range = whole.range(
                of: query, options: Self.options, range: NSRange(location: at, length: whole.length - at))
            guard range.location != NSNotFound, range.length > 0 else { break }
            ranges.append(range.location..<range.location + range.length)
            at = range.location + range.length
        }
        return ranges
    }

    private static func small(_ byte: UInt8) -> UInt8 {
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
    }
}
