import EngineKit

/// Stopping, being deleted and coming back, and quitting.
extension ConversationStore {
    /// Ends the answer; what has come stays, with the account of it. Whoever asks twice does not wait for that.
    public func stop() {
        guard let phase = live?.phase else { return }
        live?.phase = .stopping
        // What waits for its turn has nothing to account for.
        if let steps, phase != .waiting, phase != .stopping { steps.stop() } else { answering?.cancel() }
    }

    /// Ends the answer at once.
    private func abandon() {
        live?.phase = .stopping
        answering?.cancel()
    }

    /// The chat was deleted: nothing more is said or kept.
    func deleted() {
        isGone = true
        titling?.cancel()
        abandon()
    }

    /// The chat is there again, as it was read.
    func restored(_ conversation: Conversation) {
        (chat, tree) = (conversation.chat, ConversationTree(conversation.messages))
        deletedBranches = []
        isGone = false
    }

    /// Ends everything for good and waits for what has come, and was said, to be on the disk.
    func quit() async {
        isQuitting = true
        titling?.cancel()
        abandon()
        await settled()
    }

    /// The app goes on after all: more can be said.
    func stay() { isQuitting = false }

    /// Waits for the end of the answer, and for all that is on its way to the disk: what was said or edited, and what was
    /// chosen.
    func settled() async {
        await answering?.ended()
        await keepSettings()
        // Its turn comes last.
        await keepAgain()
    }

    /// Keeps what is chosen for the chat and waits a moment to be kept.
    public func keepSettings() async {
        for write in beforeSettling.values { await write() }
    }
}
