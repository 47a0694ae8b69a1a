import Core

/// What find has found in one message.
struct MessageMarks: Equatable {
    var matches: [FindInChat.Match] = []
    var current: FindInChat.Match?

    static let none = MessageMarks()

    /// In a block of it.
    func of(_ block: TranscriptBlock.ID, _ part: BlockSource.Part) -> BlockMarks {
        marks { $0.block == block && $0.part == (part == .answer ? .text : .thinking) }
    }

    /// In a message that is shown as it was written.
    var ofText: BlockMarks { marks { $0.block == nil } }

    private func marks(_ fits: (FindPassage.Place) -> Bool) -> BlockMarks {
        guard !matches.isEmpty else { return .none }
        return BlockMarks(
            all: matches.filter { fits($0.place) }.map(\.range),
            current: current.flatMap { fits($0.place) ? $0.range : nil })
    }
}
