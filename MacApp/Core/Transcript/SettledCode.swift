import EngineKit

/// Code that is whole, in the blocks that it was settled in.
public struct SettledCode: Equatable, Sendable {
    public struct Piece: Equatable, Sendable {
        public let id: TranscriptBlock.ID
        public let text: String
    }

    public let language: String
    public let pieces: [Piece]

    /// Colours by block, in UTF-16 units of the block's text. They are found all at once, since what a line means may
    /// depend on any line before it; of long code that takes longer than a frame.
    public func colours(by markup: any MarkupProtocol) -> [TranscriptBlock.ID: [CodeColour]] {
        var colours = markup.colours(of: pieces.map(\.text).joined(), in: language)[...]
        var byBlock: [TranscriptBlock.ID: [CodeColour]] = [:]
        var begin = 0
        for piece in pieces {
            let end = begin + piece.text.utf16.count
            var found: [CodeColour] = []
            while let colour = colours.first, colour.range.lowerBound < end {
                let range = max(colour.range.lowerBound, begin) - begin..<min(colour.range.upperBound, end) - begin
                found.append(CodeColour(colour.kind, at: range))
                if colour.range.upperBound > end { break }
                colours.removeFirst()
            }
            if !found.isEmpty { byBlock[piece.id] = found }
            begin = end
        }
        return byBlock
    }
}
