import EngineKit

/// Messages that were deleted and can come back as long as the app runs.
struct DeletedBranch: Equatable {
    /// The one that was deleted.
    let root: Int64
    /// It and all that followed it.
    let messages: [ChatMessage]
}

/// Deleting a message with all that follows it, and taking that back.
extension ConversationStore {
    /// What deleting a message would take along; `nil` if it cannot be deleted now.
    public func deletion(of message: Int64) -> MessageDeletion? {
        guard canSend, let root = tree[message] else { return nil }
        let gone = tree.branch(from: message)
        let shown = Set(tree.path)
        return MessageDeletion(
            id: message, role: root.role, count: gone.count, hidden: gone.count { !shown.contains($0.id) },
            isReplaced: shown.contains(message) && tree.branch(of: message).count > 1)
    }

    /// Whether a deletion can be taken back here.
    public var canUndoDelete: Bool { canSend && !deletedBranches.isEmpty }

    /// Deletes a message with all that follow it on any branch. The view asks first, by ``deletion(of:)``.
    public func delete(_ message: Int64) async -> Bool {
        guard canSend, tree[message] != nil else { return false }
        return await alone { await self.deleteNow(message) }
    }

    /// Takes back the deletion of a message, or the last one. What was deleted before the chat was read is read again.
    public func undoDelete(_ message: Int64? = nil) async -> Bool {
        guard canSend else { return false }
        if let branch = deletedBranches.last(where: { message == nil || $0.root == message }) {
            return await alone { await self.restoreNow(branch) }
        }
        guard let message, let chat else { return false }
        return await alone { await self.restoreNow(message, of: chat.id) }
    }

    private func deleteNow(_ message: Int64) async -> Bool {
        // An answer whose end is not on the disk yet counts there as being written.
        await keepAll()
        do throws(EngineError) {
            let deleted = try await services.chats.deleteMessage(message)
            let branch = tree.remove(message)
            transcripts.forget(branch.map(\.id))
            deletedBranches.append(DeletedBranch(root: message, messages: branch))
            if let shown = deleted.shown { tree.choose(shown) }
            if let question = failure?.question, tree[question] == nil { dismissFailure() }
            await readTitle()
            return true
        } catch {
            failure = Failure(error: error, question: nil)
            return false
        }
    }

    private func restoreNow(_ branch: DeletedBranch) async -> Bool {
        do throws(EngineError) {
            _ = try await services.chats.restoreMessage(branch.root)
            deletedBranches.removeAll { $0 == branch }
            tree.restore(branch.messages)
            tree.choose(branch.root)
            await readTitle()
            return true
        } catch {
            failure = Failure(error: error, question: nil)
            return false
        }
    }

    private func restoreNow(_ message: Int64, of chat: Int64) async -> Bool {
        do throws(EngineError) {
            _ = try await services.chats.restoreMessage(message)
            tree = ConversationTree(try await services.chats.conversation(chat).messages)
            tree.choose(message)
            await readTitle()
            return true
        } catch {
            failure = Failure(error: error, question: nil)
            return false
        }
    }

    /// A title that is the first words of what was said goes and comes with them.
    private func readTitle() async {
        if let id = chat?.id, let kept = try? await services.chats.chat(id) {
            change { ($0.title, $0.titleOrigin) = (kept.title, kept.titleOrigin) }
        }
        tellChange()
    }
}
