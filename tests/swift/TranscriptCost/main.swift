// What an answer of 60,000 tokens costs the transcript, by that of half of it: `swift run -c release transcript-cost`.

import Core
import EngineKit
import Foundation

/// About four bytes a token.
let length = 240_000

func lines(_ length: Int, _ line: (Int) -> String) -> String {
    var text = ""
    var number = 0
    while text.utf8.count < length {
        number += 1
        text += line(number)
    }
    return text
}

let kinds: [(name: String, make: (Int) -> String)] = [
    ("paragraphs", { lines($0) { "Paragraph \($0) has **some** words, and `code` as well; then it ends.\n\n" } }),
    ("one list", { lines($0) { "1. item \($0) with some words\n   - and one inside\n" } }),
    ("one table", { "| a | b |\n|---|:-:|\n" + lines($0) { "| \($0) | *some* words |\n" } }),
    ("one code block", { "```rust\n" + lines($0) { "let x\($0) = \"words\"; // and a comment\n" } + "```\n" }),
    ("one quote", { lines($0) { "> Line \($0) of it, with **some** words.\n" } }),
    ("one paragraph", { lines($0) { "Sentence \($0) has **some** words. " } }),
]

/// The text in pieces as they come at 1,000 tokens a second, shown 60 times a second.
func pieces(_ text: String) -> [String] {
    stride(from: 0, to: text.utf8.count, by: 67).map { start in
        let begin = text.utf8.index(text.startIndex, offsetBy: start)
        let end = text.utf8.index(begin, offsetBy: 67, limitedBy: text.endIndex) ?? text.endIndex
        return String(text[begin..<end])
    }
}

func cost(_ pieces: [String]) -> Duration {
    ContinuousClock().measure {
        var splitter = BlockSplitter(markup: LiveMarkup())
        for piece in pieces {
            splitter.append(piece)
            _ = splitter.flush()
        }
        _ = splitter.finish()
    }
}

for (name, make) in kinds {
    let (some, all) = (pieces(make(length / 2)), pieces(make(length)))
    // In turns, and the least of several rounds: the others were disturbed.
    let rounds = (0..<5).map { _ in (half: cost(some), whole: cost(all)) }
    let half = rounds.map(\.half).min() ?? .zero
    let whole = rounds.map(\.whole).min() ?? .zero
    let ratio = (whole / half).formatted(.number.precision(.fractionLength(2)))
    let total = (whole / .milliseconds(1)).formatted(.number.precision(.fractionLength(0)))
    let flush = (whole / all.count / .microseconds(1)).formatted(.number.precision(.fractionLength(0)))
    print("\(name): \(total) ms, \(ratio) times that of half; \(flush) µs a flush")
}
