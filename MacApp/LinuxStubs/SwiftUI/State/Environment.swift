public protocol EnvironmentKey {
    associatedtype Value
    static var defaultValue: Value { get }
}

public struct EnvironmentValues: CustomStringConvertible {
    /// Made anew at each change, so that "nothing changed" is one comparison.
    private final class Storage {
        let values: [ObjectIdentifier: Any]

        init(_ values: [ObjectIdentifier: Any]) {
            self.values = values
        }
    }

    private var storage = Storage([:])

    public init() {}

    public var description: String { "EnvironmentValues" }

    public subscript<K: EnvironmentKey>(key: K.Type) -> K.Value {
        get { storage.values[ObjectIdentifier(key)] as? K.Value ?? K.defaultValue }
        set { set(newValue, for: ObjectIdentifier(key)) }
    }

    public subscript<T: AnyObject & Observable>(objectType: T.Type) -> T? {
        get { storage.values[ObjectIdentifier(objectType)] as? T }
        set { set(newValue, for: ObjectIdentifier(objectType)) }
    }

    func isIdentical(to other: EnvironmentValues) -> Bool {
        storage === other.storage
    }

    private mutating func set(_ value: Any?, for key: ObjectIdentifier) {
        var values = storage.values
        values[key] = value
        storage = Storage(values)
    }
}

@propertyWrapper
public struct Environment<Value>: DynamicProperty {
    private let read: (EnvironmentValues) -> Value?
    private var environment = EnvironmentValues()

    public init(_ keyPath: KeyPath<EnvironmentValues, Value>) {
        read = { $0[keyPath: keyPath] }
    }

    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
        read = { $0[objectType] }
    }

    public init<T: AnyObject & Observable>(_ objectType: T.Type) where Value == T? {
        read = { .some($0[objectType]) }
    }

    public var wrappedValue: Value {
        guard let value = read(environment) else {
            fatalError("there is no \(Value.self) in the environment; .environment(_:) puts it there")
        }
        return value
    }
}

extension Environment: Linked, KnowsSameness {
    mutating func link(to element: Element, as name: String) {
        environment = element.environment
        let read = read
        element.environmentReads.append(({ read($0) as Any }, read(element.environment) as Any))
    }

    func isSame(as other: Any) -> Bool { true }
}
