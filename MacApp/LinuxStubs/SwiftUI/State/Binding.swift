@propertyWrapper
@dynamicMemberLookup
public struct Binding<Value> {
    public var transaction = Transaction()
    let origin: Origin?
    private let get: () -> Value
    private let set: (Value, Transaction) -> Void

    init(origin: Origin?, get: @escaping () -> Value, set: @escaping (Value, Transaction) -> Void) {
        self.origin = origin
        self.get = get
        self.set = set
    }

    @preconcurrency
    public init(
        @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
        @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value) -> Void
    ) {
        // Swift calls such closures only after a hop to their actor. Bindings are read and written on the main actor,
        // whose isolation the closures inherit, so there is nowhere to hop to; they are called as what they are.
        let read = unsafeBitCast(get, to: (@Sendable () -> Value).self)
        let write = unsafeBitCast(set, to: (@Sendable (Value) -> Void).self)
        self.init(origin: nil, get: read, set: { value, _ in write(value) })
    }

    @preconcurrency
    public init(
        @_inheritActorContext get: @escaping @isolated(any) @Sendable () -> Value,
        @_inheritActorContext set: @escaping @isolated(any) @Sendable (Value, Transaction) -> Void
    ) {
        let read = unsafeBitCast(get, to: (@Sendable () -> Value).self)
        let write = unsafeBitCast(set, to: (@Sendable (Value, Transaction) -> Void).self)
        self.init(origin: nil, get: read, set: write)
    }

    public init(projectedValue: Binding<Value>) {
        self = projectedValue
    }

    public static func constant(_ value: Value) -> Binding<Value> {
        Binding(origin: nil, get: { value }, set: { _, _ in })
    }

    public var wrappedValue: Value {
        get { get() }
        nonmutating set { set(newValue, transaction) }
    }

    public var projectedValue: Binding<Value> { self }

    public subscript<Subject>(dynamicMember keyPath: WritableKeyPath<Value, Subject>) -> Binding<Subject> {
        Binding<Subject>(
            origin: origin?.at(keyPath), get: { get()[keyPath: keyPath] },
            set: { value, transaction in
                var whole = get()
                whole[keyPath: keyPath] = value
                set(whole, transaction)
            })
    }

    public func transaction(_ transaction: Transaction) -> Binding<Value> {
        var binding = self
        binding.transaction = transaction
        return binding
    }

    public func animation(_ animation: Animation? = .default) -> Binding<Value> { self }
}

extension Binding: @unchecked Sendable where Value: Sendable {}

extension Binding: Identifiable where Value: Identifiable {
    public var id: Value.ID { wrappedValue.id }
}

extension Binding: DynamicProperty, KnowsSameness {
    func isSame(as other: Any) -> Bool {
        guard let origin, let other = (other as? Binding)?.origin else { return false }
        return origin == other
    }
}

extension Binding {
    public init<V>(_ base: Binding<V>) where Value == V? {
        self.init(
            origin: nil, get: { base.wrappedValue },
            set: { value, _ in
                if let value { base.wrappedValue = value }
            })
    }

    /// Nil where the base has no value now; later a value that has gone since is the last one.
    public init?(_ base: Binding<Value?>) {
        guard let value = base.wrappedValue else { return nil }
        self.init(origin: nil, get: { base.wrappedValue ?? value }, set: { value, _ in base.wrappedValue = value })
    }
}

/// What a binding leads to, to tell whether two bindings lead to the same.
struct Origin: Equatable {
    private let object: AnyObject
    private let path: [AnyKeyPath]

    init(_ object: AnyObject, _ path: [AnyKeyPath] = []) {
        self.object = object
        self.path = path
    }

    func at(_ keyPath: AnyKeyPath) -> Origin {
        Origin(object, path + [keyPath])
    }

    static func == (first: Origin, second: Origin) -> Bool {
        first.object === second.object && first.path == second.path
    }
}
