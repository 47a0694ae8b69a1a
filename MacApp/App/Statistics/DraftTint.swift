import SwiftUI

/// How text from accepted drafts looks: a ground of its own, and dots below it for whoever sees no colors.
enum DraftTint {
    static var color: Color { .green.opacity(0.18) }
    static var line: Text.LineStyle { Text.LineStyle(pattern: .dot) }
}

extension AttributedString {
    /// Tints parts of the text, in UTF-16 units of it, as a block has them. What lies outside, or cuts a character, is
    /// left out. Marks that are put on afterwards win.
    mutating func tint(drafted ranges: [Range<Int>]) {
        guard !ranges.isEmpty else { return }
        let text = String(characters)
        let units = text.utf16
        for range in ranges where range.lowerBound >= 0 && range.upperBound <= units.count {
            let begin = units.index(units.startIndex, offsetBy: range.lowerBound)
            let end = units.index(begin, offsetBy: range.count)
            guard let first = AttributedString.Index(begin, within: self),
                let last = AttributedString.Index(end, within: self), first < last
            else { continue }
            self[first..<last].backgroundColor = DraftTint.color
            self[first..<last].underlineStyle = DraftTint.line
        }
    }
}

/// What the tint means.
struct DraftTintLegend: View {
    var body: some View {
        Text("Text that the companion drafted")
            .font(.caption)
            .underline(pattern: .dot)
            .background(DraftTint.color)
            .help("The model checked and accepted it. What is not marked the model wrote itself.")
    }
}
