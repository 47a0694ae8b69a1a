@propertyWrapper
public struct State<Value>: DynamicProperty {
    private let initial: Value
    private var location: Location<Value>?

    public init(wrappedValue value: Value) {
        initial = value
    }

    public init(initialValue value: Value) {
        initial = value
    }

    /// Without a place in a tree there is only the first value, and what is set is lost, as with SwiftUI.
    public var wrappedValue: Value {
        get { location?.value ?? initial }
        nonmutating set { location?.value = newValue }
    }

    public var projectedValue: Binding<Value> {
        location?.binding() ?? .constant(initial)
    }
}

extension State: Sendable where Value: Sendable {}

extension State where Value: ExpressibleByNilLiteral {
    public init() {
        self.init(wrappedValue: nil)
    }
}

extension State: Linked, KnowsSameness {
    mutating func link(to element: Element, as name: String) {
        location = element.location(name) { Location(initial) }
    }

    func isSame(as other: Any) -> Bool { true }
}
