import Core
import EngineKit
import Foundation
import Testing

/// Random texts that each test takes; TANDEM_SOAK=1 takes more.
private let sample = ProcessInfo.processInfo.environment["TANDEM_SOAK"] == "1" ? 20_000 : 600

struct BlockSplitterTests {
    @Test(arguments: TranscriptTexts.hard)
    func anyChunkingGivesWhatTheWholeTextGives(_ hard: TranscriptTexts.Text) {
        let whole = [TranscriptBlock].read(hard.text)
        #expect(Collected.all([hard.text]).wholes == whole)
        for seed in 0..<100 {
            var random = Seeded(seed)
            let chunks = hard.text.chunks(upTo: [1, 3, 12, 80, 300][seed % 5], &random)
            guard expectSame(Collected.all(chunks).wholes, whole, "seed \(seed)") else { return }
        }
    }

    @Test func randomLinesGiveWhatTheWholeTextGives() {
        for seed in 0..<sample {
            var random = Seeded(seed)
            let text = TranscriptTexts.random(lines: 12, &random)
            let whole = [TranscriptBlock].read(text)
            let chunks = text.chunks(upTo: [1, 8, 40][seed % 3], &random)
            guard expectSame(Collected.all(chunks).wholes, whole, "seed \(seed): \(text.debugDescription)") else {
                return
            }
        }
    }

    @Test func blocksOfAnyLengthGiveWhatTheWholeTextGives() {
        for seed in 0..<max(sample / 40, 10) {
            var random = Seeded(seed)
            let text = TranscriptTexts.long(length: 30_000, &random)
            let whole = [TranscriptBlock].read(text)
            guard whole.count > 1 else { continue }
            let chunks = text.chunks(upTo: [300, 1000, 9000][seed % 3], &random)
            guard expectSame(Collected.all(chunks).wholes, whole, "seed \(seed)") else { return }
        }
    }

    @Test func whereBlocksArePartedIsToldByTheTextAlone() {
        for seed in 0..<max(sample / 40, 10) {
            var random = Seeded(seed)
            // Also with looks that go over a parting, and lines without an end.
            let text =
                TranscriptTexts.long(length: 10_000, &random)
                + TranscriptTexts.random(lines: 400, &random).replacing("\n", with: seed % 2 == 0 ? "\n" : "  ")
                + TranscriptTexts.long(length: 10_000, &random)
            let once = Collected.all([text])
            for longest in [100, 1500, 5000] {
                let some = Collected.all(text.chunks(upTo: longest, &random))
                guard expectSame(some.settled, once.settled, "seed \(seed)") else { return }
                #expect(some.colours == once.colours)
            }
        }
    }

    @Test func hostileTextsAreReadToTheirEndInAnyChunking() {
        for seed in 0..<max(sample / 6, 100) {
            var random = Seeded(seed)
            var text = ""
            while text.utf8.count < 12_000 {
                let unit = TranscriptTexts.hostile.randomElement(using: &random) ?? ""
                text += String(repeating: unit, count: [1, 5, 3000, 12_000][Int.random(in: 0...3, using: &random)])
                text = String(text.unicodeScalars.prefix(16_000))
            }
            let once = Collected.all([text])
            let some = Collected.all(text.chunks(upTo: 3000, &random))
            guard expectSame(some.settled, once.settled, "seed \(seed)") else { return }
        }
    }

    @Test(arguments: ["", "```json\n"])
    func whatIsSeenAsOneCharacterIsNotParted(_ opening: String) {
        let units = ["今天", "🇩🇪", "👨‍👩‍👧", "e\u{301}", "👍🏽", "1️⃣"]
        for seed in 0..<60 {
            var random = Seeded(seed)
            var text = ""
            while text.utf8.count < 9000 { text += units.randomElement(using: &random) ?? "" }
            let whole = Set(text)
            let once = Collected.all([opening + text])
            #expect(once.settled.count > 2 && once.settled.allSatisfy { $0.plainText.allSatisfy(whole.contains) })
            #expect(once.settled.map(\.plainText).joined() == text)
            let some = Collected.all((opening + text).chunks(upTo: [1, 7, 900][seed % 3], &random))
            guard expectSame(some.settled, once.settled, "seed \(seed)") else { return }
        }
    }

    /// Nothing is held back for a character without end.
    @Test func aCharacterOfAnyLengthIsReadToItsEnd() {
        let text = "a" + String(repeating: "\u{301}", count: 20_000)
        #expect(Collected.all([text]).settled.map(\.plainText).joined() == text)
    }

    private func expectSame(_ found: [TranscriptBlock], _ whole: [TranscriptBlock], _ what: String) -> Bool {
        if found == whole { return true }
        let differs = zip(found, whole).first { $0 != $1 }
        Issue.record("\(what)\n\(differs.map { "\($0)\n\($1)" } ?? "\(found.count) of \(whole.count)")".prefixComment)
        return false
    }
}

extension String {
    fileprivate var prefixComment: Comment { Comment(rawValue: String(prefix(3000))) }
}
