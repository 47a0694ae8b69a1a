import Core
import EngineKit
import SwiftUI

/// The blocks of an answer, or of the thoughts before it. While it comes, what is settled is not looked at again.
struct BlocksView: View {
    let source: BlockSource
    let marks: MessageMarks
    var tintsDrafts = false

    var body: some View {
        let blocks = source.part == .answer ? source.transcript.answer : source.transcript.thoughts
        VStack(alignment: .leading, spacing: 0) {
            let drafted = tintsDrafts ? blocks.drafted : [:]
            SettledBlocks(
                blocks: blocks.settled, colours: blocks.colours, drafted: drafted, marks: marks, source: source)
            TailBlocks(
                blocks: blocks.tail, before: blocks.settled.last, drafted: drafted, marks: marks, source: source)
        }
        .textSelection(.enabled)
    }
}

private struct SettledBlocks: View {
    let blocks: [TranscriptBlock]
    let colours: [TranscriptBlock.ID: [CodeColour]]
    let drafted: [TranscriptBlock.ID: [Range<Int>]]
    let marks: MessageMarks
    let source: BlockSource

    var body: some View {
        ForEach(blocks) { block in
            BlockView(
                block: block, before: block.id > 0 ? blocks[block.id - 1] : nil, colours: colours[block.id] ?? [],
                marks: marks.of(block.id, source.part), drafted: drafted[block.id] ?? [], source: source)
        }
    }
}

private struct TailBlocks: View {
    let blocks: [TranscriptBlock]
    let before: TranscriptBlock?
    let drafted: [TranscriptBlock.ID: [Range<Int>]]
    let marks: MessageMarks
    let source: BlockSource

    var body: some View {
        ForEach(Array(blocks.enumerated()), id: \.element.id) { index, block in
            BlockView(
                block: block, before: index > 0 ? blocks[index - 1] : before,
                marks: marks.of(block.id, source.part), drafted: drafted[block.id] ?? [], source: source)
        }
    }
}
