// What goes to the pasteboard. The whole answer as Markdown is `Transcript.markdown`.

extension TranscriptBlock {
    /// Its text without marks: code as it is, a table with tabs between its cells.
    public var plainText: String {
        switch content {
        case .paragraph(let spans), .heading(_, let spans): spans.plainText
        case .code(_, let text): text
        case .table(_, let header, let rows):
            ((header.map { [$0] } ?? []) + rows)
                .map { $0.map(\.plainText).joined(separator: "\t") }
                .joined(separator: "\n")
        case .rule: ""
        }
    }

    /// The block with the one that joins it.
    func joined(with next: TranscriptBlock) -> TranscriptBlock {
        let content: Content =
            switch (content, next.content) {
            case (.paragraph(let first), .paragraph(let second)): .paragraph(first.joined(with: second))
            case (.heading(let level, let first), .paragraph(let second)):
                .heading(level: level, first.joined(with: second))
            case (.code(let language, let first), .code(_, let second)): .code(language: language, text: first + second)
            case (.table(let alignments, let header, let first), .table(_, _, let second)):
                .table(alignments, header: header, rows: first + second)
            default: content
            }
        return TranscriptBlock(id: id, content, in: containers, joins: joins)
    }
}

extension [TranscriptSpan] {
    var plainText: String { map(\.text).joined() }

    fileprivate func joined(with next: Self) -> Self {
        guard var last, let first = next.first, first.kind == .text else { return self + next }
        let text = last.text
        last.text = first.text
        // Words of one look are one span, wherever the paragraph was parted.
        guard last == first else { return self + next }
        last.text = text + first.text
        return dropLast() + [last] + next.dropFirst()
    }
}

extension RandomAccessCollection<TranscriptBlock> {
    /// The blocks with those that join another taken into it.
    public var wholes: [TranscriptBlock] {
        reduce(into: []) { wholes, block in
            if block.joins, let last = wholes.popLast() {
                wholes.append(last.joined(with: block))
            } else {
                wholes.append(block)
            }
        }
    }

    /// What copying a block brings: its text, with all that it is joined to.
    public func copyText(of id: TranscriptBlock.ID) -> String? {
        guard let at = firstIndex(where: { $0.id == id }) else { return nil }
        let begin = self[...at].lastIndex { !$0.joins } ?? startIndex
        let end = self[index(after: at)...].firstIndex { !$0.joins } ?? endIndex
        return self[begin..<end].wholes.first?.plainText
    }
}
