/// What one window keeps from launch to launch.
@propertyWrapper
public struct SceneStorage<Value>: DynamicProperty {
    private let key: String
    private let initial: Value
    private let storable: Storable<Value>
    private var location: Location<Value>?

    init(_ key: String, initial: Value, storable: Storable<Value>) {
        self.key = key
        self.initial = initial
        self.storable = storable
    }

    public var wrappedValue: Value {
        get { location?.value ?? initial }
        nonmutating set { location?.value = newValue }
    }

    public var projectedValue: Binding<Value> {
        location?.binding() ?? .constant(initial)
    }
}

extension SceneStorage: Linked, KnowsSameness {
    mutating func link(to element: Element, as name: String) {
        // One window a graph, so a key of the scene is one of the window.
        location = element.graph.defaults.location("scene " + key, in: nil, initial: initial, as: storable)
    }

    func isSame(as other: Any) -> Bool { key == (other as? SceneStorage)?.key }
}

extension SceneStorage where Value == Bool {
    public init(wrappedValue: Value, _ key: String) {
        self.init(key, initial: wrappedValue, storable: .asIs)
    }
}

extension SceneStorage where Value == Bool? {
    public init(_ key: String) {
        self.init(key, initial: nil, storable: .optional())
    }
}

extension SceneStorage where Value == Int {
    public init(wrappedValue: Value, _ key: String) {
        self.init(key, initial: wrappedValue, storable: .asIs)
    }
}

extension SceneStorage where Value == Int? {
    public init(_ key: String) {
        self.init(key, initial: nil, storable: .optional())
    }
}

extension SceneStorage where Value == Double {
    public init(wrappedValue: Value, _ key: String) {
        self.init(key, initial: wrappedValue, storable: .asIs)
    }
}

extension SceneStorage where Value == Double? {
    public init(_ key: String) {
        self.init(key, initial: nil, storable: .optional())
    }
}

extension SceneStorage where Value == String {
    public init(wrappedValue: Value, _ key: String) {
        self.init(key, initial: wrappedValue, storable: .asIs)
    }
}

extension SceneStorage where Value == String? {
    public init(_ key: String) {
        self.init(key, initial: nil, storable: .optional())
    }
}

extension SceneStorage where Value == URL {
    public init(wrappedValue: Value, _ key: String) {
        self.init(key, initial: wrappedValue, storable: .asIs)
    }
}

extension SceneStorage where Value == URL? {
    public init(_ key: String) {
        self.init(key, initial: nil, storable: .optional())
    }
}

extension SceneStorage where Value == Date {
    public init(wrappedValue: Value, _ key: String) {
        self.init(key, initial: wrappedValue, storable: .asIs)
    }
}

extension SceneStorage where Value == Date? {
    public init(_ key: String) {
        self.init(key, initial: nil, storable: .optional())
    }
}

extension SceneStorage where Value == Data {
    public init(wrappedValue: Value, _ key: String) {
        self.init(key, initial: wrappedValue, storable: .asIs)
    }
}

extension SceneStorage where Value == Data? {
    public init(_ key: String) {
        self.init(key, initial: nil, storable: .optional())
    }
}

extension SceneStorage where Value: RawRepresentable, Value.RawValue == Int {
    public init(wrappedValue: Value, _ key: String) {
        self.init(key, initial: wrappedValue, storable: .raw())
    }
}

extension SceneStorage {
    public init<R: RawRepresentable>(_ key: String) where Value == R?, R.RawValue == Int {
        self.init(key, initial: nil, storable: .optionalRaw())
    }
}

extension SceneStorage where Value: RawRepresentable, Value.RawValue == String {
    public init(wrappedValue: Value, _ key: String) {
        self.init(key, initial: wrappedValue, storable: .raw())
    }
}

extension SceneStorage {
    public init<R: RawRepresentable>(_ key: String) where Value == R?, R.RawValue == String {
        self.init(key, initial: nil, storable: .optionalRaw())
    }
}
