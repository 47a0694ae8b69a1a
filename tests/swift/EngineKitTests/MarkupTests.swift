import EngineKit
import Foundation
import Testing

struct MarkupTests {
    @Test func everyKindOfBlockCrosses() {
        let text = """
            # A *b*

            1. > c [d](e)
            2. [x] f ~~g~~ $h$ `i`
            - j

            ```swift x
            k
            ```

            | l | m | n | o |
            |---|:--|:-:|--:|
            | **p** |

            ---
            """
        let blocks = LiveMarkup().blocks(of: text)
        #expect(
            blocks.map(\.content).map(kind) == [
                "heading 1", "paragraph", "paragraph", "paragraph", "code swift k\n true true",
                "table natural left center right, 4 1", "rule",
            ])
        #expect(
            blocks[1].containers == [
                .item(start: 9, list: 9, number: 1, task: nil, first: true), .quote(start: 12),
            ])
        #expect(blocks[2].containers == [.item(start: 23, list: 9, number: 2, task: true, first: true)])
        guard case .paragraph(let spans) = blocks[2].content else { return }
        #expect(spans.map(\.text) == ["f ", "g", " ", "$h$", " ", "i"])
        #expect(spans.map(\.kind) == [.text, .text, .text, .math, .text, .code])
        #expect(spans.map(\.strikethrough) == [false, true, false, false, false, false])
        guard case .paragraph(let quoted) = blocks[1].content else { return }
        #expect(quoted.map(\.link) == [nil, "e"])
        let utf8 = Array(text.utf8)
        #expect(String(decoding: utf8[quoted[1].range], as: UTF8.self) == "d")
    }

    private func kind(_ content: MarkupBlock.Content) -> String {
        switch content {
        case .paragraph: "paragraph"
        case .heading(let level, _): "heading \(level)"
        case .code(let language, let text, let fenced, let closed): "code \(language) \(text) \(fenced) \(closed)"
        case .table(let alignments, let rows):
            "table \(alignments.map { "\($0)" }.joined(separator: " ")), "
                + rows.map { "\($0.count)" }.joined(separator: " ")
        case .rule: "rule"
        }
    }

    @Test func coloursAreInUTF16Units() {
        let code = "x = '🦉' # 🦉\n"
        let units = Array(code.utf16)
        let found = LiveMarkup().colours(of: code, in: "Python").map { colour in
            "\(colour.kind) \(String(decoding: units[colour.range], as: UTF16.self))"
        }
        #expect(found.contains("string '🦉'"), "\(found)")
        #expect(found.contains("comment # 🦉"), "\(found)")
        #expect(LiveMarkup().colours(of: code, in: "nosuch") == [])
    }

    @Test func everyKindOfColourCrosses() {
        let seen = [
            ("rust", "fn x() -> Vec<u8> { y(\"z\", 1) } // c\nstruct A;"), ("html", "<p class=\"a\">"),
            ("python", "print(len(x))"), ("c", "size_t x;"),
        ].flatMap { LiveMarkup().colours(of: $0.1, in: $0.0).map(\.kind) }
        #expect(Set(seen) == Set(CodeColour.Kind.allCases))
    }

    @Test func aMockDoesWhatItWasTold() {
        let mock = MockMarkup()
        mock.tell { $0.blocks = { [MarkupBlock(.rule, range: 0..<$0.utf8.count)] } }
        mock.tell { $0.colours = { code, _ in [CodeColour(.tag, at: 0..<code.utf16.count)] } }
        #expect(mock.blocks(of: "ab") == [MarkupBlock(.rule, range: 0..<2)])
        #expect(mock.colours(of: "abc", in: "x") == [CodeColour(.tag, at: 0..<3)])
    }

    @Test func aMockThatWasToldNothingEndsTheProcess() async {
        await #expect(processExitsWith: .failure) { _ = MockMarkup().blocks(of: "") }
        await #expect(processExitsWith: .failure) { _ = MockMarkup().colours(of: "", in: "") }
    }
}
