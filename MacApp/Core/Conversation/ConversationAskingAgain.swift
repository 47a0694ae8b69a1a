/// Answers that are given again.
extension ConversationStore {
    /// Has the question of an answer answered again, on a branch of its own. The old answer is shown until there is a
    /// new one.
    public func regenerate(_ answer: Int64) {
        guard canSend, let question = tree.question(of: answer) else { return }
        self.answer(to: question)
    }

    /// Has the last question answered, or answered again.
    public func retry() {
        guard canSend, let last = tree.last else { return }
        if last.role == .user { answer(to: last.id) } else { regenerate(last.id) }
    }

    /// Has the question answered whose answer failed, wherever in the chat it is.
    public func tryAgain() {
        guard canSend, let question = failure?.question, tree[question] != nil else { return }
        answer(to: question)
    }

    /// The same, leaving out what is too much for the model; from now on, as long as the chat is open.
    public func tryShortened() {
        shortens = true
        tryAgain()
    }

    /// The same, with a model that does not fit in memory.
    public func tryLoadingAnyway() {
        loadsAnyway = true
        tryAgain()
    }
}
