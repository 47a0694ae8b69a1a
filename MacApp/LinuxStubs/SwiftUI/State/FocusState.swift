@propertyWrapper
public struct FocusState<Value: Hashable>: DynamicProperty {
    private let initial: Value
    private var location: Location<Value>?
    private var wishes: FocusWishes?

    public init() where Value == Bool {
        initial = false
    }

    public init<T: Hashable>() where Value == T? {
        initial = nil
    }

    public var wrappedValue: Value {
        get { location?.value ?? initial }
        nonmutating set { projectedValue.wrappedValue = newValue }
    }

    public var projectedValue: Binding {
        FocusState.Binding(initial: initial, location: location, wishes: wishes)
    }

    @propertyWrapper
    public struct Binding {
        let initial: Value
        let location: Location<Value>?
        let wishes: FocusWishes?

        public var wrappedValue: Value {
            get { location?.value ?? initial }
            nonmutating set {
                location?.value = newValue
                // Focus is asked for once the tree is up to date: the field may only be about to appear.
                guard let wishes, let location else { return }
                let initial = initial
                wishes.all.append(
                    FocusWish(
                        state: ObjectIdentifier(location), isWithdrawn: { location.quietly == initial },
                        withdraw: { location.value = initial }))
            }
        }

        public var projectedValue: Binding { self }
    }
}

extension FocusState: Linked, KnowsSameness {
    mutating func link(to element: Element, as name: String) {
        location = element.location(name) { Location(initial) }
        wishes = element.graph.focusWishes
    }

    func isSame(as other: Any) -> Bool { true }
}

extension FocusState.Binding: KnowsSameness {
    func isSame(as other: Any) -> Bool {
        location === (other as? Self)?.location
    }
}

/// What ties a control to a focus state.
@MainActor
package struct FocusTie {
    /// Whether the state asks for this control.
    let isWanted: () -> Bool
    /// Tells the state that the focus came here, or left.
    let tell: (Bool) -> Void
    let state: ObjectIdentifier?

    init<Value>(_ binding: FocusState<Value>.Binding, equals value: Value) {
        state = binding.location.map { ObjectIdentifier($0) }
        isWanted = { binding.location?.quietly == value }
        tell = { isFocused in
            if isFocused {
                binding.location?.value = value
            } else if binding.location?.quietly == value {
                binding.location?.value = binding.initial
            }
        }
    }
}

/// What focus states ask for until the tree is up to date. Used on the main actor, though no type says so: bindings to
/// focus states are not bound to it.
final class FocusWishes: @unchecked Sendable {
    var all: [FocusWish] = []
}

/// A focus state that was set by the program.
struct FocusWish {
    let state: ObjectIdentifier
    let isWithdrawn: () -> Bool
    /// A state that asks for a control that is not there, or cannot have the keyboard, goes back.
    let withdraw: () -> Void
}
