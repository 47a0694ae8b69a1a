import Core
import EngineKit
import Foundation

/// Messages that were deleted, for the window's undo manager to hold on to.
@MainActor
final class DeletionStep {
    let deletion: MessageDeletion
    /// The chat, by number; `nil` for a private one, which is gone when it is left.
    let chat: Int64?

    init(_ deletion: MessageDeletion, in chat: Int64?) {
        self.deletion = deletion
        self.chat = chat
    }
}

extension ChatActions {
    /// Lets the menu take a deletion back.
    func register(_ step: DeletionStep) {
        // The undo manager does not hold what it calls, and calls it however long it has been gone.
        steps.append(step)
        undoManager?.registerUndo(withTarget: step) { [weak self] step in self?.takeBack(step) }
        undoManager?.setActionName(step.deletion.undoName)
    }

    /// Nothing can be taken back any more, or nothing of the private chat that is left.
    func forgetSteps(where isGone: (DeletionStep) -> Bool = { _ in true }) {
        for step in steps where isGone(step) { undoManager?.removeAllActions(withTarget: step) }
        steps.removeAll(where: isGone)
    }

    /// ⌘Z, in whichever chat.
    private func takeBack(_ step: DeletionStep) {
        steps.removeAll { $0 === step }
        let (app, shown, id) = (app, conversation, step.deletion.id)
        run { [weak self, weak window] in
            do throws(EngineError) {
                let conversation: ConversationStore
                if let chat = step.chat {
                    conversation = try await app.conversations.store(of: chat)
                } else {
                    conversation = shown
                }
                guard await conversation.undoDelete(id) else {
                    // An answer may be coming: then it can be taken back after that.
                    self?.register(step)
                    return
                }
                window?.narrator.post(.undone)
                // What has come back is shown.
                if let window, let chat = step.chat, !window.isPrivate { window.open(chat, revealing: id) }
            } catch {
                if error.kind != .notFound { self?.register(step) }
            }
        }
    }
}
