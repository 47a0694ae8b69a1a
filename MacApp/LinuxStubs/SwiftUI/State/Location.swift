import Observation

/// Where a value of a property wrapper lives. Whoever reads it in a body is shown again when it changes.
final class Location<Value>: Observable, @unchecked Sendable {
    private let registrar = ObservationRegistrar()
    private var stored: Value
    private let didSet: ((Value) -> Void)?

    init(_ value: Value, didSet: ((Value) -> Void)? = nil) {
        stored = value
        self.didSet = didSet
    }

    var value: Value {
        get {
            registrar.access(self, keyPath: \.value)
            return stored
        }
        set {
            guard !areSame(stored, newValue) else { return }
            registrar.withMutation(of: self, keyPath: \.value) { stored = newValue }
            didSet?(newValue)
        }
    }

    /// The value, read without observing it.
    var quietly: Value { stored }

    func binding() -> Binding<Value> {
        Binding(origin: Origin(self), get: { self.value }, set: { value, _ in self.value = value })
    }
}

extension Element {
    /// What is kept here under a name, made at first need.
    func location<Value>(_ name: String, _ make: () -> Location<Value>) -> Location<Value> {
        if let location = locations[name] as? Location<Value> { return location }
        let location = make()
        locations[name] = location
        return location
    }
}
