@propertyWrapper
public struct Namespace: DynamicProperty {
    public struct ID: Hashable, Sendable {
        let place: ObjectIdentifier?
        let name: String
    }

    private var id = ID(place: nil, name: "")

    public init() {}

    public var wrappedValue: ID { id }
}

extension Namespace: Linked, KnowsSameness {
    mutating func link(to element: Element, as name: String) {
        id = ID(place: ObjectIdentifier(element), name: name)
    }

    func isSame(as other: Any) -> Bool { true }
}
