/// A piece of Swift source, as far as the search for words needs it.
enum Token: Equatable {
    case word(String)
    case literal(Literal)
    /// One character that is neither.
    case mark(Character)
}

/// A string literal of the sources, in the pieces of its key.
public struct Literal: Equatable, Sendable {
    public enum Piece: Equatable, Sendable {
        case text(String)
        /// The source of what is filled in.
        case argument(String)
    }

    public var pieces: [Piece] = []
    /// Counted from 1.
    public var line = 0

    mutating func append(_ text: String) {
        if case .text(let before)? = pieces.last {
            pieces[pieces.count - 1] = .text(before + text)
        } else {
            pieces.append(.text(text))
        }
    }

    var isEmpty: Bool { pieces.isEmpty || pieces == [.text("")] }
}

/// Takes Swift source apart. Comments are left out; what literals fill in comes after all else.
struct SwiftTokens {
    private let source: [Character]
    private var place = 0
    private var line = 1
    private(set) var tokens: [Token] = []
    private var filledIn: [Token] = []

    init(_ source: String) {
        self.source = Array(source)
        read()
    }

    private init(_ part: ArraySlice<Character>, line: Int) {
        source = Array(part)
        self.line = line
        read()
    }

    private func peek(_ ahead: Int = 0) -> Character? {
        source.indices.contains(place + ahead) ? source[place + ahead] : nil
    }

    private mutating func next() -> Character? {
        guard let character = peek() else { return nil }
        if character.isNewline { line += 1 }
        place += 1
        return character
    }

    private mutating func skip(_ text: String) -> Bool {
        guard text.enumerated().allSatisfy({ peek($0.offset) == $0.element }) else { return false }
        for _ in text { _ = next() }
        return true
    }

    private mutating func read() {
        while let character = peek() {
            if skip("//") {
                while let character = peek(), !character.isNewline { _ = next() }
            } else if skip("/*") {
                skipComment()
            } else if character == "\"" || character == "#" && (peek(1) == "\"" || peek(1) == "#") {
                readLiteral()
            } else if character.isLetter || character == "_" || character.isNumber {
                var word = ""
                while let character = peek(), character.isLetter || character == "_" || character.isNumber {
                    word.append(character)
                    _ = next()
                }
                tokens.append(.word(word))
            } else {
                if !character.isWhitespace { tokens.append(.mark(character)) }
                _ = next()
            }
        }
        tokens += filledIn
    }

    private mutating func skipComment() {
        var depth = 1
        while depth > 0, peek() != nil {
            if skip("/*") { depth += 1 } else if skip("*/") { depth -= 1 } else { _ = next() }
        }
    }

    private mutating func readLiteral() {
        var hashes = ""
        while peek() == "#" {
            hashes.append("#")
            _ = next()
        }
        guard peek() == "\"" else {
            for hash in hashes { tokens.append(.mark(hash)) }
            return
        }
        var literal = Literal(line: line)
        let isLong = skip("\"\"\"")
        if !isLong { _ = next() }
        let end = (isLong ? "\"\"\"" : "\"") + hashes
        // The first line break of a long literal is none of its text.
        if isLong { while let character = next(), !character.isNewline {} }
        while peek() != nil, !skip(end) {
            if skip("\\" + hashes) {
                readEscape(into: &literal)
            } else if let character = next() {
                literal.append(String(character))
            }
        }
        if isLong { literal = literal.withoutIndentation }
        tokens.append(.literal(literal))
    }

    private mutating func readEscape(into literal: inout Literal) {
        switch next() {
        case "n": literal.append("\n")
        case "t": literal.append("\t")
        case "u":
            var digits = ""
            _ = skip("{")
            while let digit = next(), digit != "}" { digits.append(digit) }
            if let scalar = UInt32(digits, radix: 16).flatMap(Unicode.Scalar.init) { literal.append(String(scalar)) }
        case "(":
            let begin = place
            let beginLine = line
            skipParentheses()
            let part = source[begin..<max(begin, place - 1)]
            literal.pieces.append(.argument(String(part)))
            filledIn += [.mark(";")] + SwiftTokens(part, line: beginLine).tokens
        // The line goes on; the mark stands for the break and the indentation that follow.
        case let character? where character.isNewline: literal.append("\u{0}")
        case let character?: literal.append(String(character))
        case nil: break
        }
    }

    /// To behind the parenthesis that closes what has been opened.
    private mutating func skipParentheses() {
        var depth = 1
        while depth > 0, let character = peek() {
            if character == "\"" {
                var rest = SwiftTokens.Skipping(source, place)
                place = rest.end()
            } else {
                _ = next()
                if character == "(" { depth += 1 } else if character == ")" { depth -= 1 }
            }
        }
    }

    /// Where a literal within a literal ends.
    private struct Skipping {
        private let source: [Character]
        private var place: Int

        init(_ source: [Character], _ place: Int) {
            self.source = source
            self.place = place
        }

        mutating func end() -> Int {
            place += 1
            while source.indices.contains(place), source[place] != "\"" {
                if source[place] == "\\", source.indices.contains(place + 1), source[place + 1] == "(" {
                    place += 2
                    var depth = 1
                    while depth > 0, source.indices.contains(place) {
                        if source[place] == "\"" {
                            place = end()
                        } else {
                            if source[place] == "(" { depth += 1 } else if source[place] == ")" { depth -= 1 }
                            place += 1
                        }
                    }
                } else {
                    place += source[place] == "\\" ? 2 : 1
                }
            }
            place += 1
            return min(place, source.count)
        }
    }
}

extension Literal {
    /// As the compiler reads a literal of several lines: without the indentation of its end.
    fileprivate var withoutIndentation: Literal {
        guard case .text(let last)? = pieces.last, let lastBreak = last.lastIndex(where: \.isNewline) else {
            return self
        }
        let indentation = last[last.index(after: lastBreak)...]
        var result = self
        result.pieces[pieces.count - 1] = .text(String(last[..<lastBreak]))
        for (index, piece) in result.pieces.enumerated() {
            guard case .text(var text) = piece else { continue }
            if index == 0, text.hasPrefix(indentation) { text.removeFirst(indentation.count) }
            text = text.replacing("\n" + indentation, with: "\n")
            result.pieces[index] = .text(text.replacing("\u{0}" + indentation, with: "").replacing("\u{0}", with: ""))
        }
        result.pieces.removeAll { $0 == .text("") }
        return result
    }
}
