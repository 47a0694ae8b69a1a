import SwiftUI
import Testing

@testable import Tandem

@Suite struct DraftTintTests {
    /// The parts that are tinted.
    private func tinted(_ text: String, _ ranges: [Range<Int>]) -> [String] {
        var attributed = AttributedString(text)
        attributed.tint(drafted: ranges)
        return attributed.runs.filter { $0.backgroundColor != nil && $0.underlineStyle == DraftTint.line }
            .map { String(attributed[$0.range].characters) }
    }

    @Test func theDraftedPartsAreTintedAndNothingElse() {
        #expect(tinted("The sky is blue.", [0..<3, 8..<10]) == ["The", "is"])
        #expect(tinted("The sky is blue.", []).isEmpty)
    }

    @Test func placesAreCountedInUnitsOfUTF16() {
        #expect(tinted("🐈 sits, 日本 too", [0..<2, 9..<11]) == ["🐈", "日本"])
    }

    @Test func whatIsNotInTheTextIsLeftOut() {
        #expect(tinted("short", [3..<9, -2..<1, 2..<2]).isEmpty)
        #expect(tinted("short", [0..<5]) == ["short"])
    }

    @Test func aLinkStaysALink() {
        var text = AttributedString("see here")
        let range = text.range(of: "here")
        if let range { text[range].link = URL(string: "https://example.com") }
        text.tint(drafted: [0..<8])
        #expect(text.runs.count { $0.link != nil } == 1 && text.runs.allSatisfy { $0.backgroundColor != nil })
    }
}
