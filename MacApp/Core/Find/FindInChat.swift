import Foundation

/// Looking for some words in the chat that is shown.
public struct FindInChat: Equatable, Sendable {
    /// What is kept at most; nobody goes through more.
    public static let mostMatches = 1000
    /// Text that is looked through at most, in UTF-16 units: about as much as a second allows.
    public static let mostText = 4 << 20

    public struct Match: Hashable, Sendable {
        public let place: FindPassage.Place
        /// In UTF-16 units of the passage's text.
        public let range: Range<Int>
    }

    public private(set) var query = ""
    /// In the order in which they are shown.
    public private(set) var matches: [Match] = []
    /// Which of them is the current one, from 0.
    public private(set) var current: Int?
    /// Whether there may be more than were looked for.
    public private(set) var isCapped = false
    /// What was found in each passage, so that an answer that grows has only its end looked through again.
    private var found: [FindPassage.Place: Found] = [:]
    private var order: [FindPassage.Place: Int] = [:]

    private struct Found: Equatable, Sendable {
        let text: String
        let ranges: [Range<Int>]
    }

    public init() {}

    public var match: Match? { current.map { matches[$0] } }

    /// The matches in one passage, to be marked.
    public func matches(in place: FindPassage.Place) -> [Match] { matches.filter { $0.place == place } }

    /// "3 of 12"; `nil` where nothing is looked for.
    public var count: String? {
        guard !query.isEmpty else { return nil }
        guard let current else { return FindWords.nothing }
        return isCapped
            ? FindWords.ofMore(current + 1, matches.count) : FindWords.of(current + 1, matches.count)
    }

    /// Looks for other words. The current match becomes the one nearest to where the last one was, or to what is on the
    /// screen: the first there, else the next after it, else the last before it.
    public mutating func search(_ query: String, in passages: [FindPassage], onScreen: [FindPassage.Place] = []) {
        let anchor = match
        self.query = query
        found = [:]
        look(in: passages, from: anchor?.place ?? onScreen.first)
        let start = anchor?.place ?? onScreen.first
        current = matches.isEmpty ? nil : first(from: start, anchor?.range.lowerBound ?? 0) ?? matches.count - 1
        if start == nil { current = matches.isEmpty ? nil : 0 }
    }

    /// Looks again, as the chat has changed. The current match stays where it is, or goes to the next one if it is gone.
    public mutating func refresh(_ passages: [FindPassage]) {
        guard !query.isEmpty else { return }
        let before = match
        let oldOrder = order
        look(in: passages, from: before?.place)
        guard !matches.isEmpty else {
            current = nil
            return
        }
        guard let before else {
            current = 0
            return
        }
        if let same = matches.firstIndex(of: before) {
            current = same
        } else if order[before.place] != nil {
            current = first(from: before.place, before.range.lowerBound) ?? matches.count - 1
        } else {
            // The passage is gone: what stood after it, by the old order, comes next.
            let gone = oldOrder[before.place] ?? 0
            current = matches.firstIndex { (oldOrder[$0.place] ?? .max) > gone } ?? matches.count - 1
        }
    }

    public mutating func next() { move(by: 1) }
    public mutating func previous() { move(by: -1) }

    /// Nothing is looked for any more.
    public mutating func end() { self = FindInChat() }

    private mutating func move(by step: Int) {
        guard let current else { return }
        self.current = (current + step + matches.count) % matches.count
    }

    private func first(from place: FindPassage.Place?, _ offset: Int) -> Int? {
        guard let place, let begin = order[place] else { return matches.isEmpty ? nil : 0 }
        return matches.firstIndex { match in
            guard let at = order[match.place] else { return false }
            return at > begin || (at == begin && match.range.lowerBound >= offset)
        }
    }

    /// Looks through the passages, those around `place` first, as far as there is time for.
    private mutating func look(in passages: [FindPassage], from place: FindPassage.Place?) {
        order = Dictionary(
            passages.enumerated().map { ($0.element.place, $0.offset) }, uniquingKeysWith: { first, _ in first })
        isCapped = false
        guard !query.isEmpty else {
            (matches, found) = ([], [:])
            return
        }
        let begin = place.flatMap { order[$0] } ?? 0
        let searcher = TextSearcher(query, most: Self.mostMatches + 1)
        var kept: [FindPassage.Place: Found] = [:]
        var (text, count) = (0, 0)
        for index in Array(begin..<passages.count) + (0..<begin).reversed() {
            let passage = passages[index]
            text += passage.text.utf16.count
            guard text <= Self.mostText, count < Self.mostMatches else {
                isCapped = true
                break
            }
            var here = found[passage.place]
            if here?.text != passage.text {
                here = Found(text: passage.text, ranges: searcher.ranges(in: passage.text))
            }
            if let here {
                kept[passage.place] = here
                count += here.ranges.count
            }
        }
        found = kept
        matches = passages.flatMap { passage in
            (kept[passage.place]?.ranges ?? []).map { Match(place: passage.place, range: $0) }
        }
        if matches.count > Self.mostMatches {
            isCapped = true
            // What is nearest to the place is kept.
            let first = matches.firstIndex { (order[$0.place] ?? 0) >= begin } ?? 0
            let from = min(first, matches.count - Self.mostMatches)
            matches = Array(matches[from..<from + Self.mostMatches])
        }
    }
}

enum FindWords {
    static var nothing: String { String(localized: "Not Found") }
    static func of(_ place: Int, _ count: Int) -> String { String(localized: "\(place) of \(count)") }
    static func ofMore(_ place: Int, _ count: Int) -> String { String(localized: "\(place) of \(count) or more") }
}
