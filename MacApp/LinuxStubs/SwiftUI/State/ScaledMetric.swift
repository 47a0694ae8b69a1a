/// A number that grows with the size of text that the user has chosen for the system.
@propertyWrapper
public struct ScaledMetric<Value: BinaryFloatingPoint>: DynamicProperty {
    @Environment(\.dynamicTypeSize) private var size
    private let base: Value

    public init(wrappedValue: Value) {
        base = wrappedValue
    }

    public init(wrappedValue: Value, relativeTo textStyle: Font.TextStyle) {
        base = wrappedValue
    }

    public var wrappedValue: Value { base * Value(size.scale) }
}

extension DynamicTypeSize {
    /// About as much as body text grows.
    fileprivate var scale: Double {
        let steps = Self.allCases.firstIndex(of: self) ?? 0
        let usual = Self.allCases.firstIndex(of: .large) ?? 0
        return 1 + 0.1 * Double(steps - usual)
    }
}
