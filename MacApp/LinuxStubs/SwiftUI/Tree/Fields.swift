// The standard library's own reflection, which unlike Mirror reaches the fields where they lie.
@_spi(Reflection) import Swift

/// A property wrapper that keeps something at the place of its view.
@MainActor
protocol Linked: DynamicProperty {
    mutating func link(to element: Element, as name: String)
}

/// Points the property wrappers of a view, a modifier or a style to what is kept for them at a place.
@MainActor
func link<Value>(_ value: inout Value, to element: Element, prefix: String = "") {
    withUnsafeMutablePointer(to: &value) { pointer in
        let start = UnsafeMutableRawPointer(pointer)
        _ = _forEachField(of: Value.self) { name, offset, type, _ in
            if let type = type as? any DynamicProperty.Type {
                link(type, at: start + offset, to: element, as: prefix + String(cString: name))
            }
            return true
        }
    }
}

@MainActor
private func link<Property: DynamicProperty>(
    _ type: Property.Type, at field: UnsafeMutableRawPointer, to element: Element, as name: String
) {
    let property = field.assumingMemoryBound(to: type)
    if var linked = property.pointee as? any Linked {
        linked.link(to: element, as: name)
        if let linked = linked as? Property { property.pointee = linked }
    } else {
        link(&property.pointee, to: element, prefix: name + ".")
    }
    property.pointee.update()
}
