import EngineKit

extension [AnswerPiece] {
    /// Neighbours of a kind as one.
    var joined: Self {
        var joined: Self = []
        var rest = self[...]
        while let first = rest.first {
            let run = rest.prefix { $0.kind == first.kind }
            switch first {
            case .text: joined.append(.text(run.map(\.words).joined()))
            case .thinking: joined.append(.thinking(run.map(\.words).joined()))
            case .toolCall: joined += run
            }
            rest = rest[run.endIndex...]
        }
        return joined
    }
}

extension AnswerPiece {
    fileprivate enum Kind { case text, thinking, toolCall }

    fileprivate var kind: Kind {
        switch self {
        case .text: .text
        case .thinking: .thinking
        case .toolCall: .toolCall
        }
    }

    fileprivate var words: String {
        switch self {
        case .text(let words), .thinking(let words), .toolCall(let words): words
        }
    }
}
