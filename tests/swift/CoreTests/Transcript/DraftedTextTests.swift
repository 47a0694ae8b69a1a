import EngineKit
import Foundation
import Testing

@testable import Core

@MainActor
struct DraftedTextTests {
    /// The ranges of some words of a text, in bytes.
    private func ranges(of words: [String], in text: String) -> [Range<Int>] {
        var found: [Range<Int>] = []
        var from = text.startIndex
        while let next = words.compactMap({ text.range(of: $0, range: from..<text.endIndex) })
            .min(by: { $0.lowerBound < $1.lowerBound })
        {
            let begin = text.utf8.distance(from: text.startIndex, to: next.lowerBound)
            found.append(begin..<begin + text.utf8.distance(from: next.lowerBound, to: next.upperBound))
            from = next.upperBound
        }
        return found
    }

    /// What of the blocks is told to come from drafts.
    private func drafted(_ blocks: Transcript.Blocks) -> [String] {
        (blocks.settled + blocks.tail).flatMap { block in
            let units = Array(block.plainText.utf16)
            return (blocks.drafted[block.id] ?? []).map { String(decoding: units[$0], as: UTF16.self) }
        }
    }

    private func transcript(_ text: String, _ ranges: [Range<Int>]) -> Transcript {
        let transcript = Transcript()
        transcript.append(text: text)
        transcript.append(drafts: AnswerDrafts(text: ranges))
        transcript.end()
        return transcript
    }

    @Test func wordsAreFoundInEveryKindOfBlock() {
        let text = """
            # A née head

            Some **bold née** and `code née` and [née link](http://x.y/née) &amp; née \\*née\\*

            - item née
              1. née deep
            > quoted née

            ```swift
            née = 1 // née
              indented née
            ```

            | née | b |
            |-----|---|
            | c   | née |
            """
        let all = ranges(of: ["née"], in: text)
        let shown = transcript(text, all)
        // All but the one in the address, which is not shown.
        #expect(drafted(shown.answer) == Array(repeating: "née", count: all.count - 1))
    }

    @Test(arguments: ["é", "👩‍👩‍👧", "e"])
    func nothingElseIsMarked(_ letter: String) {
        let text = "a\(letter)b *\(letter)* \(letter)\n\n- \(letter)x\n\n```\n\(letter)\n```\n"
        let shown = transcript(text, ranges(of: [letter], in: text))
        #expect(drafted(shown.answer) == Array(repeating: letter, count: 5))
    }

    @Test func rangesThatMeetAreOneAndRangesGoOverBlocks() {
        let text = "one two\n\nthree four"
        let shown = transcript(text, [0..<3, 3..<7, 7..<12])
        #expect(drafted(shown.answer) == ["one two", "thr"])
        #expect(shown.answer.drafted[0] == [0..<7] && shown.answer.drafted[1] == [0..<3])
    }

    @Test(arguments: [
        TranscriptTexts.allKinds, TranscriptTexts.lists, TranscriptTexts.quotes, TranscriptTexts.code,
        TranscriptTexts.tables,
    ])
    func whereAllIsDraftedAllIsMarked(_ text: String) {
        let whole = transcript(text, [0..<text.utf8.count])
        for block in whole.answer.settled where !block.plainText.isEmpty {
            let units = Array(block.plainText.utf16)
            let marked = Set((whole.answer.drafted[block.id] ?? []).flatMap { $0 })
            // Space between cells, and what stands for a tab, is not in the text; nor is what an entity stands for.
            let left = units.indices.filter { units[$0] > 32 && !marked.contains($0) }
            #expect(left.allSatisfy { "<>&©\"".utf16.contains(units[$0]) }, "\(block.plainText)")
        }
    }

    /// However the text and the ranges come, what is marked at the end is the same.
    @Test(arguments: 0..<20)
    func itDoesNotDependOnHowItComes(_ seed: UInt64) {
        var random = Seeded(seed)
        let text = TranscriptTexts.random(lines: 60, &random) + TranscriptTexts.allKinds
        // Every other word.
        var ranges: [Range<Int>] = []
        var at = 0
        for (index, word) in text.split(separator: " ", omittingEmptySubsequences: false).enumerated() {
            if index.isMultiple(of: 2), !word.isEmpty { ranges.append(at..<at + word.utf8.count) }
            at += word.utf8.count + 1
        }
        let once = transcript(text, ranges)
        let pieces = Transcript()
        var (sent, told) = (0, 0)
        for chunk in text.chunks(upTo: 40, &random) {
            pieces.append(text: chunk)
            sent += chunk.utf8.count
            let ready = ranges[told...].prefix { $0.upperBound <= sent }
            told += ready.count
            pieces.append(drafts: AnswerDrafts(text: Array(ready)))
        }
        pieces.end()
        #expect(pieces.answer.drafted == once.answer.drafted)
    }

    @Test func lineEndsOfOtherSystemsMoveNothing() {
        let text = "one\r\ntwo\r\n\r\nthree\rfour\r\n\r\nfive"
        let shown = transcript(text, ranges(of: ["two", "four", "five"], in: text))
        #expect(drafted(shown.answer) == ["two", "four", "five"])
    }

    @Test func aLongBlockThatIsPartedIsMarkedInAllItsParts() {
        let text = String(repeating: "word owl ", count: 3000)
        let shown = transcript(text, ranges(of: ["owl"], in: text))
        #expect(shown.answer.settled.count > 3)
        #expect(drafted(shown.answer) == Array(repeating: "owl", count: 3000))
        let code = "```\n" + String(repeating: "  line owl\n", count: 3000) + "```\n"
        let parted = transcript(code, ranges(of: ["owl"], in: code))
        #expect(drafted(parted.answer) == Array(repeating: "owl", count: 3000))
    }

    @Test func thinkingHasItsOwn() {
        let transcript = Transcript()
        transcript.append(thinking: "hm yes")
        transcript.append(text: "yes")
        transcript.append(drafts: AnswerDrafts(thinking: [3..<6]))
        transcript.end()
        #expect(drafted(transcript.thoughts) == ["yes"] && transcript.answer.drafted.isEmpty)
        // Also when it was drawn anew.
        transcript.append(drafts: AnswerDrafts(text: [0..<3]))
        #expect(drafted(transcript.answer) == ["yes"])
    }
}
