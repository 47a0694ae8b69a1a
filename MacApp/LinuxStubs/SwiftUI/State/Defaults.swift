/// What `@AppStorage` and `@SceneStorage` keep: in memory, for one test alone, where no store is named.
@MainActor
package final class Defaults {
    private var locations: [String: AnyObject] = [:]
    private var values: [String: Any]

    package init(_ values: [String: Any] = [:]) {
        self.values = values
    }

    package subscript(key: String) -> Any? {
        values[key]
    }

    /// Whatever is stored under one key lives in one place, however many views use it.
    func location<Value>(
        _ key: String, in store: UserDefaults?, initial: Value, as plain: Storable<Value>
    ) -> Location<Value> {
        let name = store.map { "\(ObjectIdentifier($0)) " } ?? ""
        if let location = locations[name + key] as? Location<Value> { return location }
        let known = store.map { $0.object(forKey: key) } ?? values[key]
        let location = Location(known.flatMap(plain.read) ?? initial) { [weak self] value in
            let stored = plain.write(value)
            if let store { return store.set(stored, forKey: key) }
            MainActor.assumeIsolated { self?.values[key] = stored }
        }
        locations[name + key] = location
        return location
    }
}

/// How a value is written into user defaults.
struct Storable<Value> {
    let read: (Any) -> Value?
    let write: (Value) -> Any?

    static var asIs: Storable {
        Storable(read: { $0 as? Value }, write: { $0 })
    }

    static func optional<Wrapped>() -> Storable where Value == Wrapped? {
        Storable(read: { $0 as? Wrapped }, write: { $0.map { $0 as Any } })
    }

    static func raw() -> Storable where Value: RawRepresentable {
        Storable(read: { ($0 as? Value.RawValue).flatMap(Value.init) }, write: { $0.rawValue })
    }

    static func optionalRaw<R: RawRepresentable>() -> Storable where Value == R? {
        Storable(read: { ($0 as? R.RawValue).flatMap(R.init) }, write: { $0.map { $0.rawValue as Any } })
    }
}
