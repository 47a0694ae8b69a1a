/// The text of a field, and how it changes.
package struct Edit {
    package let get: () -> String
    package let set: (String) -> Void
    package var submit: (() -> Void)?
    /// Return breaks the line; otherwise it submits.
    package var breaksLines = false
    package var prompt: String?
}

/// The choices of a picker.
package struct Options {
    package let isSelected: (AnyHashable) -> Bool
    /// False where the tag is not of the type of the selection: SwiftUI then does nothing, in silence.
    package let select: (AnyHashable) -> Bool
    package let type: String
}

/// The rows chosen in a list or a table.
package struct Selection {
    package let get: () -> Set<AnyHashable>
    package let set: (Set<AnyHashable>) -> Bool
    package let isMultiple: Bool
    package let type: String
    package var primaryAction: ((Set<AnyHashable>) -> Void)?
    package var menu: ((Set<AnyHashable>) -> [Node])?
}

/// A control with a value in a range.
package struct Adjustment {
    package let value: () -> Double
    package let set: ((Double) -> Void)?
    package let bounds: ClosedRange<Double>
    package let step: Double?
    package var increment: (() -> Void)?
    package var decrement: (() -> Void)?
}

/// A panel that asks for files.
package struct FileRequest {
    package let types: [String]
    package let allowsSeveral: Bool
    package var defaultName: String?
    /// What would be written.
    package var content: (() throws -> [Data])?
    package let finish: (Result<[URL], any Error>) -> Void
    package let cancel: () -> Void
}

/// What the rows of a ForEach let be done with them.
package struct RowChanges {
    package let offset: Int
    package var delete: ((IndexSet) -> Void)?
    package var move: ((IndexSet, Int) -> Void)?
    package var insert: ((Int, [Any]) -> Bool)?
}

package struct KeyHandler {
    package let accepts: (KeyPress) -> Bool
    package let handle: (KeyPress) -> KeyPress.Result
}

/// Commands that go to the control with the keyboard and up from there.
package enum CommandName: Hashable, Sendable {
    case delete, exit, copy, cut, paste, selectAll
    case move(MoveCommandDirection)
}

package struct DropTarget {
    package let isTargeted: (Bool) -> Void
    /// Nil where it does not take such a thing.
    package let take: @MainActor ([Any]) async -> Bool?
}

/// Who wants to know how a scroll view moves.
package struct ScrollHandlers {
    package var geometry: [(ScrollGeometry) -> Void] = []
    package var phase: [(ScrollPhase, ScrollPhase, ScrollPhaseChangeContext) -> Void] = []
    package var positions: [Binding<ScrollPosition>] = []
}

/// What is told to assistive technology.
package struct Accessibility {
    package var label: String?
    package var value: String?
    package var hint: String?
    package var identifier: String?
    package var isHidden = false
    package var traits: AccessibilityTraits = []
    package var sortPriority = 0.0
    package var actions: [(name: String, action: () -> Void)] = []
    package var adjust: ((AccessibilityAdjustmentDirection) -> Void)?
    package var children: AccessibilityChildBehavior?
    package var heading: AccessibilityHeadingLevel?

    package init() {}
}
