/// How much room is left above a block.
public enum BlockGap: Equatable, Sendable {
    case none, tight, wide
}

extension TranscriptBlock {
    /// The room between a block and the one before it: none where it goes on, little between the items of a list.
    public func gap(after before: TranscriptBlock?) -> BlockGap {
        guard let before, !joins else { return .none }
        return isItem && before.isItem ? .tight : .wide
    }

    /// Whether it is in a quote that the one before it is in too.
    public func goesOnQuote(of before: TranscriptBlock?) -> Bool {
        containers.first == .quote && before?.containers.first == .quote
    }

    public var isItem: Bool { containers.contains { if case .item = $0 { true } else { false } } }
}
