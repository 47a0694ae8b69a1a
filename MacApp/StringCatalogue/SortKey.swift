/// The order in which the Finder and Xcode list names: spaces, punctuation, symbols, numbers by their value, letters
/// whether small or large.
struct SortKey: Comparable {
    private struct Part: Comparable {
        let rank: Int
        let number: Int
        let text: String

        static func < (one: Part, other: Part) -> Bool {
            (one.rank, one.number, one.text) < (other.rank, other.number, other.text)
        }
    }

    private var parts: [Part] = []
    private let text: String

    init(_ text: String) {
        self.text = text
        var rest = text[...]
        while let character = rest.first {
            let digits = rest.prefix { $0.isASCII && $0.isNumber }
            if let number = Int(digits) {
                parts.append(Part(rank: 3, number: number, text: ""))
                rest = rest.dropFirst(digits.count)
            } else {
                parts.append(Part(rank: Self.rank(of: character), number: 0, text: character.lowercased()))
                rest = rest.dropFirst()
            }
        }
    }

    private static func rank(of character: Character) -> Int {
        if character.isWhitespace { return 0 }
        if character.isPunctuation { return 1 }
        return character.isLetter ? 4 : 2
    }

    static func < (one: SortKey, other: SortKey) -> Bool {
        one.parts == other.parts
            ? one.text < other.text : one.parts.lexicographicallyPrecedes(other.parts)
    }
}
