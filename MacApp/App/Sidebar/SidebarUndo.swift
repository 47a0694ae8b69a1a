import Core
import SwiftUI

/// Something that was done with chats, for the window's undo manager to hold on to.
@MainActor
final class UndoStep {
    enum Change {
        case trash(Set<Int64>, shown: Int64?)
        case move(Set<Int64>, to: Int64?)

        /// What stands after Undo in the menu.
        var name: String {
            switch self {
            case .trash: String(localized: "Move to Trash")
            case .move: String(localized: "Move to Folder")
            }
        }
    }

    let change: Change
    /// What was done of it, once it is.
    var done: ChatList.Undo?

    init(_ change: Change) {
        self.change = change
    }
}

extension SidebarModel {
    /// Tells the undo manager of a step before it is done.
    func register(_ step: UndoStep) {
        // The undo manager does not hold what it calls.
        steps.append(step)
        undoManager?.registerUndo(withTarget: step) { [weak self] step in self?.undo(step) }
        undoManager?.setActionName(step.change.name)
        // By something new, what was taken back cannot be done again.
        if undoManager?.isRedoing != true { undone = [] }
    }

    /// A step has been done; what changed nothing is none to take back.
    func finish(_ step: UndoStep, as done: ChatList.Undo?) {
        step.done = done
        if done == nil { forget(step) }
    }

    private func forget(_ step: UndoStep) {
        undoManager?.removeAllActions(withTarget: step)
        steps.removeAll { $0 === step }
        undone.removeAll { $0 === step }
    }

    /// The button beside the notice.
    func undoLast() {
        guard let step = steps.popLast() else { return }
        undoManager?.removeAllActions(withTarget: step)
        perform { [weak self] in await self?.takeBackNow(step) }
    }

    func forgetSteps() {
        for step in steps + undone { forget(step) }
        chats.dismissNotice()
    }

    /// ⌘Z.
    private func undo(_ step: UndoStep) {
        steps.removeAll { $0 === step }
        undoManager?.registerUndo(withTarget: step) { [weak self] step in self?.redo(step) }
        undoManager?.setActionName(step.change.name)
        undone.append(step)
        perform { [weak self] in await self?.takeBackNow(step) }
    }

    /// ⇧⌘Z.
    private func redo(_ step: UndoStep) {
        undone.removeAll { $0 === step }
        switch step.change {
        case .trash(let ids, _): trash(ids)
        case .move(let ids, let folder): move(ids, to: folder)
        }
    }
}
