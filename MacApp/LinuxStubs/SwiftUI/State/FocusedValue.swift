import Observation

public protocol FocusedValueKey {
    associatedtype Value
}

/// What the window in front, or the control with the keyboard, tells to the menus.
public struct FocusedValues {
    private var values: [ObjectIdentifier: Any] = [:]

    init() {}

    public subscript<Key: FocusedValueKey>(key: Key.Type) -> Key.Value? {
        get { values[ObjectIdentifier(key)] as? Key.Value }
        set { values[ObjectIdentifier(key)] = newValue }
    }

    subscript<T: AnyObject>(object type: T.Type) -> T? {
        get { values[ObjectIdentifier(type)] as? T }
        set { values[ObjectIdentifier(type)] = newValue }
    }

    func isSame(as other: FocusedValues) -> Bool {
        values.count == other.values.count
            && values.allSatisfy { key, value in other.values[key].map { areSame(value, $0) } ?? false }
    }
}

/// The focused values of an app, observed by those who read them.
@MainActor
@Observable
package final class FocusedSource {
    fileprivate private(set) var values = FocusedValues()

    package init() {}

    /// Collects what the window in front tells.
    package func collect(from nodes: [Node], focus: Element?) {
        var collected = FocusedValues()
        for node in nodes {
            node.visit { node in for tell in node.tellsScene { tell(&collected) } }
            for node in node.path(to: focus) { for tell in node.tellsFocus { tell(&collected) } }
        }
        if !collected.isSame(as: values) { values = collected }
    }
}

@propertyWrapper
public struct FocusedValue<Value>: DynamicProperty {
    private let read: (FocusedValues) -> Value?
    private var value: Value?

    public init(_ keyPath: KeyPath<FocusedValues, Value?>) {
        read = { $0[keyPath: keyPath] }
    }

    public init(_ objectType: Value.Type) where Value: AnyObject & Observable {
        read = { $0[object: objectType] }
    }

    public var wrappedValue: Value? { value }
}

extension FocusedValue: Linked, KnowsSameness {
    mutating func link(to element: Element, as name: String) {
        value = element.environment.focused.map { $0.values }.flatMap(read)
    }

    func isSame(as other: Any) -> Bool { true }
}

@propertyWrapper
public struct FocusedBinding<Value>: DynamicProperty {
    private let read: (FocusedValues) -> Binding<Value>?
    private var binding: Binding<Value>?

    public init(_ keyPath: KeyPath<FocusedValues, Binding<Value>?>) {
        read = { $0[keyPath: keyPath] }
    }

    public var wrappedValue: Value? {
        get { binding?.wrappedValue }
        nonmutating set {
            if let newValue { binding?.wrappedValue = newValue }
        }
    }

    public var projectedValue: Binding<Value?> {
        let binding = binding
        return Binding(
            origin: nil, get: { binding?.wrappedValue },
            set: { value, _ in
                if let value { binding?.wrappedValue = value }
            })
    }
}

extension FocusedBinding: Linked, KnowsSameness {
    mutating func link(to element: Element, as name: String) {
        binding = element.environment.focused.map { $0.values }.flatMap(read)
    }

    func isSame(as other: Any) -> Bool { true }
}

extension View {
    public func focusedValue<Value>(
        _ keyPath: WritableKeyPath<FocusedValues, Value?>, _ value: Value
    ) -> some View {
        altered { $0.tellsFocus.append { $0[keyPath: keyPath] = value } }
    }

    public func focusedValue<Value>(
        _ keyPath: WritableKeyPath<FocusedValues, Value?>, _ value: Value?
    ) -> some View {
        altered { $0.tellsFocus.append { $0[keyPath: keyPath] = value } }
    }

    public func focusedValue<T: AnyObject & Observable>(_ object: T?) -> some View {
        altered { $0.tellsFocus.append { $0[object: T.self] = object } }
    }

    public func focusedSceneValue<T>(_ keyPath: WritableKeyPath<FocusedValues, T?>, _ value: T) -> some View {
        altered { $0.tellsScene.append { $0[keyPath: keyPath] = value } }
    }

    public func focusedSceneValue<T>(_ keyPath: WritableKeyPath<FocusedValues, T?>, _ value: T?) -> some View {
        altered { $0.tellsScene.append { $0[keyPath: keyPath] = value } }
    }

    public func focusedSceneValue<T: AnyObject & Observable>(_ object: T?) -> some View {
        altered { $0.tellsScene.append { $0[object: T.self] = object } }
    }
}
