import Core
import EngineKit
import SwiftUI

/// What find has found in a block, in UTF-16 units of its text.
struct BlockMarks: Equatable {
    var all: [Range<Int>] = []
    var current: Range<Int>?

    static let none = BlockMarks()

    /// Those in a part of the text, counted from its beginning.
    func within(_ part: Range<Int>) -> BlockMarks {
        func shift(_ range: Range<Int>) -> Range<Int>? {
            let both = range.clamped(to: part)
            return both.isEmpty ? nil : both.lowerBound - part.lowerBound..<both.upperBound - part.lowerBound
        }
        return BlockMarks(all: all.compactMap(shift), current: current.flatMap(shift))
    }
}

extension AttributedString {
    /// Running text. Only what a click may open is a link.
    init(
        _ spans: [TranscriptSpan], _ fonts: Fonts, base: Font, marks: BlockMarks = .none, drafted: [Range<Int>] = [],
        look: WindowLook
    ) {
        self.init()
        for span in spans {
            var piece = AttributedString(span.text)
            var font = span.kind == .text ? base : fonts.code
            if span.bold { font = font.bold() }
            if span.italic || span.kind == .math { font = font.italic() }
            piece.font = font
            if span.strikethrough { piece.strikethroughStyle = .single }
            if let target = span.target { piece.link = target }
            append(piece)
        }
        tint(drafted, look)
        mark(marks)
    }

    /// Code, with its colours as far as they are known.
    init(code: String, _ colours: [CodeColour], marks: BlockMarks, drafted: [Range<Int>], look: WindowLook) {
        self.init(code)
        let places = Places(of: code)
        for colour in colours {
            guard let range = places.range(colour.range, in: self) else { continue }
            self[range].foregroundColor = Color(CodePalette.paint(colour.kind, in: look))
        }
        tint(drafted, look)
        mark(marks)
    }

    /// Tells drafted text apart: by its ground, and by dots under it.
    private mutating func tint(_ drafted: [Range<Int>], _ look: WindowLook) {
        guard !drafted.isEmpty else { return }
        let places = Places(of: String(characters))
        for part in drafted {
            guard let range = places.range(part, in: self) else { continue }
            self[range].backgroundColor = Color(MarkPalette.drafted(in: look))
            self[range].underlineStyle = Text.LineStyle(pattern: .dot)
        }
    }

    /// Puts what was found on a ground of its own; a line under it says the same without color,
    /// whole under the current match.
    private mutating func mark(_ marks: BlockMarks) {
        guard !marks.all.isEmpty else { return }
        let places = Places(of: String(characters))
        for mark in marks.all {
            guard let range = places.range(mark, in: self) else { continue }
            let isCurrent = mark == marks.current
            self[range].backgroundColor = Color(isCurrent ? MarkPalette.current : MarkPalette.found)
            self[range].foregroundColor = Color(MarkPalette.onFound)
            self[range].underlineStyle = isCurrent ? .single : Text.LineStyle(pattern: .dash)
        }
    }

    /// From UTF-16 units to characters, going through the text once.
    private struct Places {
        private let text: String

        init(of text: String) {
            self.text = text
        }

        func range(_ units: Range<Int>, in attributed: AttributedString) -> Range<AttributedString.Index>? {
            let whole = text.utf16
            guard units.upperBound <= whole.count else { return nil }
            let begin = whole.index(whole.startIndex, offsetBy: units.lowerBound)
            let end = whole.index(begin, offsetBy: units.count)
            guard let first = AttributedString.Index(begin, within: attributed),
                let last = AttributedString.Index(end, within: attributed), first < last
            else { return nil }
            return first..<last
        }
    }
}
