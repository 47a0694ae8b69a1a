import Core
import EngineKit
import Foundation

// Pinning, moving, deleting and bringing back. All windows are told.
extension SidebarModel {
    func setPinned(_ pinned: Bool, _ ids: Set<Int64>) {
        perform { [chats, app] in
            await chats.setPinned(pinned, ids)
            await app.chatsFiled(ids)
        }
    }

    /// Puts chats into a folder, or out of any.
    func move(_ ids: Set<Int64>, to folder: Int64?) {
        let step = UndoStep(.move(ids, to: folder))
        register(step)
        perform { [weak self] in await self?.moveNow(step, ids, to: folder) }
    }

    /// Makes a folder and puts chats into it.
    func create(_ name: String, with ids: Set<Int64>) {
        perform { [weak self] in
            guard let self else { return }
            await chats.createFolder(name)
            let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
            if !ids.isEmpty, let folder = chats.list.folders.first(where: { $0.name == name }) {
                let step = UndoStep(.move(ids, to: folder.id))
                register(step)
                await moveNow(step, ids, to: folder.id)
            } else {
                app.chatsChanged()
            }
        }
    }

    func rename(_ folder: ChatFolder, to name: String) {
        perform { [chats, app] in
            await chats.renameFolder(folder.id, to: name)
            app.chatsChanged()
        }
    }

    func delete(_ folder: ChatFolder) {
        perform { [chats, app] in
            await chats.deleteFolder(folder.id)
            app.chatsChanged()
        }
    }

    func trash(_ ids: Set<Int64>) {
        let step = UndoStep(.trash(ids, shown: window?.shownChat.flatMap { ids.contains($0) ? $0 : nil }))
        register(step)
        perform { [weak self] in await self?.trashNow(step, ids) }
    }

    func restore(_ ids: Set<Int64>) {
        perform { [weak self] in
            guard let self else { return }
            let next = ChatList.neighbour(of: ids, in: chats.list.shown(chats.sections()))
            await chats.restore(ids)
            await app.chatsFiled(ids)
            // The trash goes on to the next, as one restores chat by chat.
            if let next { chats.select([next]) }
        }
    }

    // MARK: For good

    func askToDelete(_ ids: Set<Int64>) {
        question = DeletionQuestion(ids).map { .delete($0) }
    }

    func askToEmptyTrash() {
        perform { [weak self] in
            // What comes into the trash while it is read may not be among what is asked about.
            let asked = Date()
            guard let self, let ids = await chats.all(of: .trash) else { return }
            question = DeletionQuestion(Set(ids), emptiesTrash: true, asked: asked).map { .delete($0) }
        }
    }

    func delete(_ confirmed: DeletionQuestion) {
        forgetSteps()
        perform { [weak self] in
            guard let self else { return }
            let next = ChatList.neighbour(of: confirmed.chats, in: chats.list.shown(chats.sections()))
            let gone =
                if confirmed.emptiesTrash {
                    await chats.emptyTrash(of: confirmed.chats, before: confirmed.asked)
                } else {
                    await chats.deleteForGood(confirmed.chats)
                }
            app.chatsDeleted(gone, from: window, next: next)
        }
    }

    // MARK: Now

    private func moveNow(_ step: UndoStep, _ ids: Set<Int64>, to folder: Int64?) async {
        finish(step, as: await chats.move(ids, to: folder))
        announce(chats.notice)
        await app.chatsFiled(ids)
    }

    private func trashNow(_ step: UndoStep, _ ids: Set<Int64>) async {
        let trashed = await chats.trash(ids)
        finish(step, as: trashed.undo)
        announce(chats.notice)
        app.chatsTrashed(trashed.chats, from: window, next: trashed.next)
    }

    func takeBackNow(_ step: UndoStep) async {
        guard let done = step.done else { return }
        let back = await chats.undo(done)
        announce(chats.lost)
        await app.chatsFiled(back)
        if case .trash(_, let shown?) = step.change, back.contains(shown) { window?.open(shown) }
    }

    private func announce(_ notice: String?) {
        if let notice { app.services.system.announcer.announce(notice, isUrgent: false) }
    }
}
