import EngineKit
import Foundation
import Testing

@testable import Core

struct TranscriptTextTests {
    private func blocks(_ text: String) -> [TranscriptBlock] { Collected.all([text]).settled }

    @Test func anAnswerIsCopiedAsOneWouldTypeIt() {
        let text = """
            # Title

            Some **bold** words.

            1. one
            2. two
               more of two
               - inner

            - [x] done
            - [ ] open

            ```swift
            let x = 1

            let y = 2
            ```

            | a | b |
            |---|---|
            | 1 | 2 |
            """
        #expect(
            blocks(text).plainText == """
                Title

                Some bold words.

                1. one
                2. two
                   more of two
                  • inner
                ☑ done
                ☐ open

                let x = 1

                let y = 2

                a\tb
                1\t2
                """)
    }

    @Test func codeThatIsPartedIsOnePiece() {
        let code = (1...900).map { "line \($0)" }.joined(separator: "\n")
        #expect(blocks("```\n\(code)\n```").plainText == code)
    }

    @Test func whatIsReadAloudHasNoCodeAndNoMarks() {
        let text = "**Look**:\n\n```\nx=[]\n```\n\n2. *b*\n\n---\n\n| a | b |\n|---|---|\n| 1 | 2 |\n"
        #expect(blocks(text).speech == "Look:\nHere is a piece of code.\n2. b\na, b.\n1, 2.")
    }

    @Test func roomIsLeftBetweenBlocksButNotInsideOfOne() {
        let parts = blocks("One\n\n- a\n- b\n\n> q\n>\n> r")
        let gaps = parts.indices.map { parts[$0].gap(after: $0 > 0 ? parts[$0 - 1] : nil) }
        #expect(gaps == [.none, .wide, .tight, .wide, .wide])
        #expect(parts[4].goesOnQuote(of: parts[3]) && !parts[3].goesOnQuote(of: parts[2]))
        let long = blocks((1...900).map { "word\($0)" }.joined(separator: " "))
        #expect(long.count > 1 && long[1].gap(after: long[0]) == .none)
    }
}
