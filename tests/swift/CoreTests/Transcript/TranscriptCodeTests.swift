import Core
import EngineKit
import Testing

struct TranscriptCodeTests {
    @Test func codeIsColouredOnceAndOnlyWhenItIsWhole() {
        let markup = CountingMarkup()
        var collected = Collected(markup)
        for character in "Here:\n\n```python\nx = 'ä🦉' # one\n" {
            collected.splitter.append(String(character))
            collected.take(collected.splitter.flush())
        }
        #expect(markup.coloured == [])
        #expect(collected.tail.map(\.plainText) == ["x = 'ä🦉' # one\n"])
        collected.splitter.append("```\n")
        collected.take(collected.splitter.flush())
        #expect(markup.coloured == ["x = 'ä🦉' # one\n"])
        let code = collected.settled[1]
        let units = Array(code.plainText.utf16)
        let coloured = collected.colours[code.id]?.map { colour in
            "\(colour.kind) \(String(decoding: units[colour.range], as: UTF16.self))"
        }
        #expect(coloured?.contains("string 'ä🦉'") == true, "\(coloured ?? [])")
        #expect(coloured?.contains("comment # one") == true, "\(coloured ?? [])")
        collected.splitter.append("and more")
        collected.take(collected.splitter.finish())
        #expect(markup.coloured.count == 1)
    }

    @Test func piecesOfLongCodeGetTheColoursOfTheWhole() {
        let line = "x = 1 # ä🦉 with \"words\"\n"
        let code = "'''\n" + String(repeating: line, count: 400) + "'''\ny = 2\n"
        let markup = CountingMarkup()
        let collected = Collected.all(["```python\n" + code + "```\n"], by: markup)
        #expect(collected.settled.count > 2)
        #expect(!collected.settled.dropFirst().contains { !$0.joins })
        #expect(markup.coloured == [code])
        var begin = 0
        var found: [CodeColour] = []
        for block in collected.settled {
            for colour in collected.colours[block.id] ?? [] {
                let range = begin + colour.range.lowerBound..<begin + colour.range.upperBound
                if let last = found.last, last.kind == colour.kind, last.range.upperBound == range.lowerBound {
                    found[found.count - 1].range = last.range.lowerBound..<range.upperBound
                } else {
                    found.append(CodeColour(colour.kind, at: range))
                }
            }
            begin += block.plainText.utf16.count
        }
        #expect(begin == code.utf16.count)
        // Of the whole, lines that follow each other in the same colour are one here.
        var whole: [CodeColour] = []
        for colour in LiveMarkup().colours(of: code, in: "python") {
            if let last = whole.last, last.kind == colour.kind, last.range.upperBound == colour.range.lowerBound {
                whole[whole.count - 1].range = last.range.lowerBound..<colour.range.upperBound
            } else {
                whole.append(colour)
            }
        }
        #expect(found == whole)
        #expect(!whole.isEmpty)
    }

    @Test func codeWithoutALanguageAsksForNoColours() {
        let markup = CountingMarkup()
        _ = Collected.all(["```\nx\n```\n\n    y\n\nz"], by: markup)
        #expect(markup.coloured == [])
    }

    @Test func codeThatIsCutOffIsColouredAtTheEnd() {
        let markup = CountingMarkup()
        let collected = Collected.all(["```rust\nfn x() {"], by: markup)
        #expect(markup.coloured == ["fn x() {"])
        #expect(collected.colours[0]?.isEmpty == false)
    }
}

struct TranscriptCopyTests {
    @Test func aBlockIsCopiedWithWhatItIsJoinedTo() {
        let code = String(repeating: "let x = 1\n", count: 1000)
        let blocks = Collected.all(["Before\n\n```swift\n" + code + "```\n\nAfter\n"]).settled
        #expect(blocks.count > 4)
        for block in blocks.dropFirst().dropLast() { #expect(blocks.copyText(of: block.id) == code) }
        #expect(blocks.copyText(of: 0) == "Before")
        #expect(blocks.copyText(of: blocks.count - 1) == "After")
        #expect(blocks.copyText(of: blocks.count) == nil)
    }

    @Test func aTableIsCopiedWithTabs() {
        let blocks = Collected.all(["| a | **b** |\n|---|---|\n| 1 | `2` |\n| 3 |\n"]).settled
        #expect(blocks.copyText(of: 0) == "a\tb\n1\t2\n3")
    }

    @Test func onlyLinksToTheWebAndMailsCanBeOpened() {
        for (link, opens) in [
            ("https://example.org/a", true), ("http://example.org", true), ("mailto:a@b.c", true),
            ("javascript:alert(1)", false), ("file:///etc/passwd", false), ("tandem://x", false), ("/a", false),
            ("https:", false), ("not a link", false), ("HTTPS://example.org", true),
        ] {
            #expect((TranscriptSpan("x", link: link).target != nil) == opens, "\(link)")
        }
        #expect(TranscriptSpan("x").target == nil)
    }
}
