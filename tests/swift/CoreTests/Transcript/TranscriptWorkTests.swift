import Core
import EngineKit
import Testing

/// Long answers of one kind each, of about this many bytes.
struct LongAnswer: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let make: @Sendable (Int) -> String

    static let all = [
        LongAnswer("paragraphs") { length in
            lines(length) { "Paragraph \($0) has **some** words, and `code` as well; then it ends.\n\n" }
        },
        LongAnswer("one list") { length in lines(length) { "1. item \($0) with some words\n   - and one inside\n" } },
        LongAnswer("one table") { length in
            "| a | b | c |\n|---|:-:|--:|\n" + lines(length) { "| \($0) | *some* words | `code` |\n" }
        },
        LongAnswer("one code block") { length in
            "```rust\n" + lines(length) { "let x\($0) = \"words\"; // and a comment\n" } + "```\n"
        },
        LongAnswer("one quote") { length in lines(length) { "> Line \($0) of it, with **some** words.\n" } },
        LongAnswer("one paragraph") { length in lines(length) { "Sentence \($0) has **some** words. " } },
        LongAnswer("one word") { length in String(repeating: "a", count: length) },
        LongAnswer("one line of code") { length in "```\n" + String(repeating: "a ", count: length / 2) },
        LongAnswer("nothing but empty lines") { length in String(repeating: "\n", count: length) },
        LongAnswer("one line of marks") { length in String(repeating: "> - ", count: length / 4) },
    ]

    private init(_ name: String, _ make: @escaping @Sendable (Int) -> String) {
        testDescription = name
        self.make = make
    }

    private static func lines(_ length: Int, _ line: (Int) -> String) -> String {
        var text = ""
        var number = 0
        while text.utf8.count < length {
            number += 1
            text += line(number)
        }
        return text
    }
}

struct TranscriptWorkTests {
    /// What 60,000 tokens take.
    private static let length = 240_000

    @Test(arguments: LongAnswer.all)
    func theWorkGrowsAsTheAnswerDoes(_ answer: LongAnswer) {
        let whole = read(answer.make(Self.length))
        let half = read(answer.make(Self.length / 2))
        #expect(Double(whole.bytes) <= 2.2 * Double(half.bytes), "\(whole.bytes) after \(half.bytes)")
        // What is read at once, and between two flushes, has a limit of its own.
        #expect(whole.largest <= BlockSplitter.longest + 1024)
        #expect(whole.most <= 4 * (BlockSplitter.longest + 1024))
    }

    /// The bytes of Markdown read for a text that comes as it does at 1,000 tokens a second.
    private func read(_ text: String) -> (bytes: Int, largest: Int, most: Int) {
        let markup = CountingMarkup()
        var splitter = BlockSplitter(markup: markup)
        var most = 0
        var rest = Substring(text).utf8[...]
        while !rest.isEmpty {
            let before = markup.bytes
            splitter.append(String(Substring(rest.prefix(240))))
            _ = splitter.flush()
            most = max(most, markup.bytes - before)
            rest = rest.dropFirst(240)
        }
        _ = splitter.finish()
        return (markup.bytes, markup.largest, most)
    }

    @Test func aTableIsPartedEarly() {
        let markup = CountingMarkup()
        let rows = String(repeating: "| one | two |\n", count: 1000)
        let collected = Collected.all(["| a | b |\n|---|---|\n", rows], by: markup)
        #expect(collected.wholes.count == 1)
        #expect(!collected.settled.contains { $0.plainText.utf8.count > 1200 })
    }

    @Test func aKeptAnswerIsReadInOneGoWithBoundedWorkToo() {
        for answer in LongAnswer.all {
            let text = answer.make(Self.length)
            let markup = CountingMarkup()
            var splitter = BlockSplitter(markup: markup)
            splitter.append(text)
            _ = splitter.finish()
            #expect(markup.largest <= BlockSplitter.longest + 1024, "\(answer.testDescription)")
            #expect(markup.bytes <= 8 * text.utf8.count, "\(answer.testDescription): \(markup.bytes)")
        }
    }

    @Test func settledBlocksStayAsTheyAreAndAreNeverReadAgain() {
        var random = Seeded(1)
        let text = TranscriptTexts.long(length: 60_000, &random)
        let markup = CountingMarkup()
        var collected = Collected(markup)
        var seen: [TranscriptBlock.ID: TranscriptBlock] = [:]
        for chunk in text.chunks(upTo: 400, &random) {
            let before = markup.bytes
            collected.splitter.append(chunk)
            let update = collected.splitter.flush()
            collected.take(update)
            #expect(markup.bytes - before <= 4 * (BlockSplitter.longest + 1024))
            for block in update.settled {
                #expect(seen.updateValue(block, forKey: block.id) == nil, "settled twice")
            }
            // The tail goes on where the settled blocks end.
            #expect(
                (collected.settled + update.tail).map(\.id) == Array(0..<collected.settled.count + update.tail.count))
        }
        collected.take(collected.splitter.finish())
        #expect(collected.tail == [])
        for block in collected.settled where seen[block.id] != nil {
            #expect(seen[block.id] == block)
        }
        #expect(seen.count > 100)
    }

    @Test func aTailBlockKeepsItsIdentityWhenItSettles() {
        var collected = Collected()
        collected.splitter.append("First **pa")
        collected.take(collected.splitter.flush())
        #expect(collected.tail.map(\.id) == [0])
        collected.splitter.append("ra**graph.\n\nSecond")
        collected.take(collected.splitter.flush())
        #expect(collected.settled.map(\.id) == [0])
        #expect(collected.settled.map(\.plainText) == ["First paragraph."])
        #expect(collected.tail.map(\.id) == [1])
        collected.take(collected.splitter.finish())
        #expect(collected.settled.map(\.id) == [0, 1])
    }

    @Test func noCharacterIsLostOrDoubled() {
        for seed in 0..<60 {
            var random = Seeded(seed)
            let words = ["word", "🦉é", "漢字。", "e\u{301}", "👨‍👩‍👧‍👦", "\u{200D}", "42", "(x)", "a.b", "ü,"]
            let separators = seed % 3 == 0 ? [" "] : seed % 3 == 1 ? [" ", "\n"] : [""]
            var text = "begin"
            while text.utf8.count < 20_000 {
                text += separators.randomElement(using: &random) ?? ""
                text += words.randomElement(using: &random) ?? ""
            }
            let collected = Collected.all(text.chunks(upTo: 700, &random))
            #expect(collected.settled.count > 3)
            let found = collected.settled.wholes
            #expect(found.count == 1)
            #expect(Array(found[0].plainText.unicodeScalars) == Array(text.unicodeScalars), "seed \(seed)")
        }
    }
}
