import EngineKit

/// Puts an answer together from its steps, up to a length.
struct AskCollector {
    private(set) var text = ""
    private(set) var isFull = false
    private(set) var account: AnswerAccount?
    var failure: EngineError?
    private let limit: Int?
    private var count = 0

    init(limit: Int?) {
        self.limit = limit
    }

    /// The piece of the answer's text in a step, as far as there is room for it.
    mutating func take(_ step: AnswerStep) -> String? {
        switch step {
        case .text(let piece): return isFull ? nil : take(piece)
        case .ended(let account):
            self.account = account
            return nil
        case .reading, .thinking, .toolCall, .drafts: return nil
        }
    }

    private mutating func take(_ piece: String) -> String? {
        guard let limit else {
            text += piece
            return piece
        }
        // Pieces may meet inside a character, so that the whole is counted, but only near the limit.
        count += piece.count
        text += piece
        guard count > limit else { return piece }
        count = text.count
        guard count > limit else { return piece }
        let before = text.utf8.count - piece.utf8.count
        text = text.cut(to: limit).text
        isFull = true
        let kept = text.utf8.dropFirst(before)
        return kept.isEmpty ? nil : String(decoding: kept, as: UTF8.self)
    }

    func outcome(model: String) -> AskOutcome {
        let ending: AskAnswer.Ending =
            if isFull {
                .length
            } else if let failure {
                .failed(failure)
            } else {
                switch account?.ending {
                case .stop, .toolCalls: .complete
                case .length: .length
                case .repetition: .repetition
                case .failed(let error): .failed(error)
                case .cancelled, nil: .cancelled
                }
            }
        if text.isEmpty {
            if case .failed(let error) = ending { return .failed(error) }
            if ending == .cancelled { return .refused(.cancelled) }
        }
        return .answered(AskAnswer(text: text, ending: ending, model: model, account: account))
    }
}

extension AskRequest {
    func engineRequest(_ folders: ModelFolders) -> AnswerRequest {
        var messages: [(role: String, content: String)] = []
        if !systemPrompt.isEmpty { messages.append(("system", systemPrompt)) }
        for turn in earlier { messages += [("user", turn.question), ("assistant", turn.answer)] }
        messages.append(("user", prompt))
        let json = JSONValue.array(
            messages.map { .object(["role": .string($0.role), "content": .string($0.content)]) })
        var request = AnswerRequest(model: folders, prompt: .chat(messages: json.text, thinking: thinking.wish))
        request.maxTokens = maxTokens
        // There is nobody to ask whether to leave something out.
        request.shorten = true
        return request
    }
}
