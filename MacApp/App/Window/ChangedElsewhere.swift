import Core

/// What other windows did with the chats.
extension WindowModel {
    func chatsChanged() {
        let task = Task { [weak self] in
            guard let chats = self?.chats else { return }
            await chats.reload()
            // A chat that has only now got its number stands in the list.
            if chats.list.selection.isEmpty, let shown = self?.shownChat { chats.select([shown]) }
        }
        reloading = OwnedTask(task)
    }

    /// Chats are gone; `next` is shown instead if it was one of them, or else the neighbour in the list.
    func chatsDeleted(_ gone: Set<Int64>, next: Int64? = nil) {
        if let shown = shownChat, gone.contains(shown) {
            let order = chats.list.shown(chats.sections())
            if let next = next ?? ChatList.neighbour(of: gone, in: order) { open(next) } else { newChat() }
        }
        chatsChanged()
    }
}
