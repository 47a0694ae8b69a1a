/// A setting. Without a store it lives in the memory of the test, never in the user's defaults.
@propertyWrapper
public struct AppStorage<Value>: DynamicProperty {
    private let key: String
    private let initial: Value
    private let storable: Storable<Value>
    private let store: UserDefaults?
    private var location: Location<Value>?

    init(_ key: String, initial: Value, storable: Storable<Value>, store: UserDefaults?) {
        self.key = key
        self.initial = initial
        self.storable = storable
        self.store = store
    }

    public var wrappedValue: Value {
        get { location?.value ?? initial }
        nonmutating set { location?.value = newValue }
    }

    public var projectedValue: Binding<Value> {
        location?.binding() ?? .constant(initial)
    }
}

extension AppStorage: Linked, KnowsSameness {
    mutating func link(to element: Element, as name: String) {
        let store = store ?? element.environment.appStorage
        location = element.graph.defaults.location(key, in: store, initial: initial, as: storable)
    }

    func isSame(as other: Any) -> Bool { key == (other as? AppStorage)?.key }
}

extension AppStorage where Value == Bool {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: wrappedValue, storable: .asIs, store: store)
    }
}

extension AppStorage where Value == Bool? {
    public init(_ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: nil, storable: .optional(), store: store)
    }
}

extension AppStorage where Value == Int {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: wrappedValue, storable: .asIs, store: store)
    }
}

extension AppStorage where Value == Int? {
    public init(_ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: nil, storable: .optional(), store: store)
    }
}

extension AppStorage where Value == Double {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: wrappedValue, storable: .asIs, store: store)
    }
}

extension AppStorage where Value == Double? {
    public init(_ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: nil, storable: .optional(), store: store)
    }
}

extension AppStorage where Value == String {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: wrappedValue, storable: .asIs, store: store)
    }
}

extension AppStorage where Value == String? {
    public init(_ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: nil, storable: .optional(), store: store)
    }
}

extension AppStorage where Value == URL {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: wrappedValue, storable: .asIs, store: store)
    }
}

extension AppStorage where Value == URL? {
    public init(_ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: nil, storable: .optional(), store: store)
    }
}

extension AppStorage where Value == Date {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: wrappedValue, storable: .asIs, store: store)
    }
}

extension AppStorage where Value == Date? {
    public init(_ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: nil, storable: .optional(), store: store)
    }
}

extension AppStorage where Value == Data {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: wrappedValue, storable: .asIs, store: store)
    }
}

extension AppStorage where Value == Data? {
    public init(_ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: nil, storable: .optional(), store: store)
    }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue == Int {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: wrappedValue, storable: .raw(), store: store)
    }
}

extension AppStorage {
    public init<R: RawRepresentable>(_ key: String, store: UserDefaults? = nil) where Value == R?, R.RawValue == Int {
        self.init(key, initial: nil, storable: .optionalRaw(), store: store)
    }
}

extension AppStorage where Value: RawRepresentable, Value.RawValue == String {
    public init(wrappedValue: Value, _ key: String, store: UserDefaults? = nil) {
        self.init(key, initial: wrappedValue, storable: .raw(), store: store)
    }
}

extension AppStorage {
    public init<R: RawRepresentable>(_ key: String, store: UserDefaults? = nil)
    where Value == R?, R.RawValue == String {
        self.init(key, initial: nil, storable: .optionalRaw(), store: store)
    }
}
