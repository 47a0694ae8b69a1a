import Foundation

/// Undo and redo, in groups of one change each. What is registered while undoing is what redoes.
@MainActor
open class UndoManager: NSObject {
    private struct Change {
        weak var target: AnyObject?
        var name = ""
        let undo: () -> Void
    }

    private var undos: [Change] = []
    private var redos: [Change] = []
    public private(set) var isUndoing = false
    public private(set) var isRedoing = false
    open var levelsOfUndo = 0

    public override init() {}

    open var canUndo: Bool { !undos.isEmpty }
    open var canRedo: Bool { !redos.isEmpty }
    open var undoActionName: String { undos.last?.name ?? "" }
    open var redoActionName: String { redos.last?.name ?? "" }
    open var undoMenuItemTitle: String { undoActionName.isEmpty ? "Undo" : "Undo \(undoActionName)" }
    open var redoMenuItemTitle: String { redoActionName.isEmpty ? "Redo" : "Redo \(redoActionName)" }

    public func registerUndo<TargetType: AnyObject>(
        withTarget target: TargetType, handler: @escaping @MainActor @Sendable (TargetType) -> Void
    ) {
        // Apple's neither holds its target nor hears of its end.
        let change = Change(target: target) { [weak target] in
            guard let target else { fatalError("The undo manager calls a target that is gone.") }
            handler(target)
        }
        if isUndoing {
            redos.append(change)
        } else {
            undos.append(change)
            if levelsOfUndo > 0, undos.count > levelsOfUndo { undos.removeFirst() }
            if !isRedoing { redos = [] }
        }
    }

    open func setActionName(_ actionName: String) {
        if isUndoing, !redos.isEmpty {
            redos[redos.count - 1].name = actionName
        } else if !undos.isEmpty {
            undos[undos.count - 1].name = actionName
        }
    }

    open func undo() {
        guard let change = undos.popLast() else { return }
        isUndoing = true
        defer { isUndoing = false }
        change.undo()
        if !redos.isEmpty, redos[redos.count - 1].name.isEmpty { redos[redos.count - 1].name = change.name }
    }

    open func redo() {
        guard let change = redos.popLast() else { return }
        isRedoing = true
        defer { isRedoing = false }
        change.undo()
        if !undos.isEmpty, undos[undos.count - 1].name.isEmpty { undos[undos.count - 1].name = change.name }
    }

    open func removeAllActions() {
        undos = []
        redos = []
    }

    open func removeAllActions(withTarget target: Any) {
        undos.removeAll { $0.target === target as AnyObject }
        redos.removeAll { $0.target === target as AnyObject }
    }

    open func beginUndoGrouping() {}
    open func endUndoGrouping() {}
}
