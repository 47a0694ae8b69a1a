import Core
import EngineKit
import SwiftUI

/// A table of an answer, or the part of one that goes on.
struct TableView: View {
    let alignments: [TableAlignment]
    let header: [TranscriptBlock.TableCell]?
    let rows: [[TranscriptBlock.TableCell]]
    let marks: BlockMarks
    @Environment(\.fonts) private var fonts
    @Environment(\.look) private var look

    var body: some View {
        ScrollView(.horizontal) {
            Grid(alignment: .leadingFirstTextBaseline, horizontalSpacing: fonts.size, verticalSpacing: 6) {
                ForEach(Array(lines.enumerated()), id: \.offset) { index, line in
                    GridRow {
                        ForEach(Array(line.cells.enumerated()), id: \.offset) { column, cell in
                            self.cell(cell, isHeader: line.isHeader).gridColumnAlignment(alignment(column))
                        }
                    }
                    if line.isHeader { Divider() }
                }
            }
        }
    }

    private struct Cell {
        let spans: TranscriptBlock.TableCell
        let marks: BlockMarks
    }

    private struct Line {
        let isHeader: Bool
        var cells: [Cell] = []
    }

    /// Find counts in the table's text, in which cells are parted by one character, and so are lines.
    private var lines: [Line] {
        var at = 0
        return ((header.map { [$0] } ?? []) + rows).enumerated().map { index, row in
            var line = Line(isHeader: header != nil && index == 0)
            for spans in row {
                let end = at + spans.reduce(0) { $0 + $1.text.utf16.count }
                line.cells.append(Cell(spans: spans, marks: marks.within(at..<end)))
                at = end + 1
            }
            if row.isEmpty { at += 1 }
            return line
        }
    }

    @ViewBuilder
    private func cell(_ cell: Cell, isHeader: Bool) -> some View {
        let font = isHeader ? fonts.body.bold() : fonts.body
        Text(AttributedString(cell.spans, fonts, base: font, marks: cell.marks, look: look))
            .accessibilityAddTraits(isHeader ? .isHeader : [])
    }

    private func alignment(_ column: Int) -> HorizontalAlignment {
        guard alignments.indices.contains(column) else { return .leading }
        return switch alignments[column] {
        case .natural, .left: .leading
        case .center: .center
        case .right: .trailing
        }
    }
}
