@propertyWrapper
@dynamicMemberLookup
public struct Bindable<Value> {
    public var wrappedValue: Value

    public var projectedValue: Bindable<Value> { self }

    private init(unchecked value: Value) {
        wrappedValue = value
    }
}

extension Bindable where Value: AnyObject & Observable {
    public init(wrappedValue: Value) {
        self.init(unchecked: wrappedValue)
    }

    public init(_ wrappedValue: Value) {
        self.init(unchecked: wrappedValue)
    }

    public init(projectedValue: Bindable<Value>) {
        self = projectedValue
    }
}

extension Bindable where Value: AnyObject {
    public subscript<Subject>(
        dynamicMember keyPath: ReferenceWritableKeyPath<Value, Subject>
    ) -> Binding<Subject> {
        let object = wrappedValue
        return Binding<Subject>(
            origin: Origin(object, [keyPath]), get: { object[keyPath: keyPath] },
            set: { value, _ in object[keyPath: keyPath] = value })
    }
}

extension Bindable: Identifiable where Value: Identifiable {
    public var id: Value.ID { wrappedValue.id }
}

extension Bindable: Sendable where Value: Sendable {}
