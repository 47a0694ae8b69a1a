import Core
import EngineKit
import SwiftUI

/// A block of an answer, with the signs of the lists and quotes that it stands in.
struct BlockView: View {
    let block: TranscriptBlock
    let before: TranscriptBlock?
    var colours: [CodeColour] = []
    var marks = BlockMarks.none
    /// What of it came from accepted drafts, where that is to be seen.
    var drafted: [Range<Int>] = []
    /// Whose block it is, to copy all of what is parted.
    let source: BlockSource
    @Environment(\.fonts) private var fonts
    @Environment(\.look) private var look

    var body: some View {
        if isOneThing { row.accessibilityElement(children: .combine) } else { row }
    }

    /// A quote's bar is drawn through the room above the block if the quote goes on. Bars lie over the room beside the
    /// block: in a row with it they would not know how high to be.
    private var row: some View {
        let gap = room(block.gap(after: before))
        let goesOn = block.goesOnQuote(of: before)
        let quotes = block.containers.prefix { $0 == .quote }.count
        return Contained(containers: block.containers.dropFirst(quotes), content: content)
            .padding(.top, goesOn ? gap : 0)
            .padding(.leading, (QuoteBar.width + fonts.size * 0.5) * Double(quotes))
            .overlay(alignment: .leading) {
                HStack(spacing: fonts.size * 0.5) {
                    ForEach(0..<quotes, id: \.self) { _ in QuoteBar() }
                }
            }
            .padding(.top, goesOn ? 0 : gap)
    }

    @ViewBuilder
    private var content: some View {
        switch block.content {
        case .paragraph(let spans):
            Text(AttributedString(spans, fonts, base: fonts.body, marks: marks, drafted: drafted, look: look))
        case .heading(let level, let spans):
            Text(AttributedString(spans, fonts, base: fonts.heading(level), marks: marks, drafted: drafted, look: look))
                .accessibilityAddTraits(.isHeader)
                .accessibilityHeading(AccessibilityHeadingLevel(level))
        case .code(let language, let text):
            CodeView(
                language: language, text: text, colours: colours, marks: marks, drafted: drafted, goesOn: block.joins,
                id: block.id, source: source)
        case .table(let alignments, let header, let rows):
            TableView(alignments: alignments, header: header, rows: rows, marks: marks)
        case .rule:
            // In an item's row it would stand upright.
            VStack { Divider() }
        }
    }

    /// An item is heard with its sign.
    private var isOneThing: Bool {
        switch block.content {
        case .paragraph: !block.containers.isEmpty
        case .heading, .code, .table, .rule: false
        }
    }

    private func room(_ gap: BlockGap) -> Double {
        switch gap {
        case .none: 0
        case .tight: fonts.size * 0.3
        case .wide: fonts.size * 0.75
        }
    }
}

/// Where a block comes from.
struct BlockSource: Equatable {
    enum Part { case answer, thoughts }

    let transcript: Transcript
    let part: Part

    static func == (one: Self, other: Self) -> Bool {
        one.transcript === other.transcript && one.part == other.part
    }

    @MainActor
    func copyText(of block: TranscriptBlock.ID) -> String? {
        switch part {
        case .answer: transcript.answer.copyText(of: block)
        case .thoughts: transcript.thoughts.copyText(of: block)
        }
    }
}

/// Something with the signs of what it stands in, the outermost first.
private struct Contained<Content: View>: View {
    let containers: ArraySlice<TranscriptBlock.Container>
    let content: Content
    @Environment(\.fonts) private var fonts

    var body: some View {
        switch containers.first {
        case .quote?:
            inside
                .padding(.leading, QuoteBar.width + fonts.size * 0.5)
                .overlay(alignment: .leading) { QuoteBar() }
        case .item(let marker)?:
            HStack(alignment: .firstTextBaseline, spacing: fonts.size * 0.5) {
                ItemSign(marker: marker)
                inside
            }
        case nil: content
        }
    }

    private var inside: Contained { Contained(containers: containers.dropFirst(), content: content) }
}

private struct QuoteBar: View {
    static let width = 3.0

    var body: some View {
        Rectangle().fill(.quaternary).frame(width: Self.width).accessibilityHidden(true)
    }
}

/// The sign beside an item; nothing, but as wide, where the item goes on.
private struct ItemSign: View {
    let marker: TranscriptBlock.Marker?
    @Environment(\.fonts) private var fonts

    var body: some View {
        Group {
            if let done = marker?.task {
                Image(systemName: done ? "checkmark.square" : "square")
                    .accessibilityLabel(done ? Text("Done") : Text("Not done"))
            } else {
                Text(verbatim: marker?.sign ?? "").font(fonts.body).monospacedDigit()
            }
        }
        .foregroundStyle(.secondary)
        .frame(minWidth: fonts.size * 1.4, alignment: .trailing)
    }
}

extension AccessibilityHeadingLevel {
    fileprivate init(_ level: Int) {
        self =
            switch level {
            case 1: .h1
            case 2: .h2
            case 3: .h3
            case 4: .h4
            case 5: .h5
            default: .h6
            }
    }
}
