/// Whether two values are certainly the same, so that what was made of the one still holds for the other.
///
/// SwiftUI compares the fields of a view likewise, and evaluates a body again when it cannot tell, as with closures.
func areSame(_ first: Any, _ second: Any) -> Bool {
    guard type(of: first) == type(of: second) else { return false }
    if let first = first as? any KnowsSameness { return first.isSame(as: second) }
    if let first = first as? any Equatable { return isEqual(first, second) }
    if type(of: first) is AnyClass { return (first as AnyObject) === (second as AnyObject) }
    if first is Any.Type { return "\(first)" == "\(second)" }
    let mirrors = (Mirror(reflecting: first), Mirror(reflecting: second))
    guard let style = mirrors.0.displayStyle, mirrors.0.children.count == mirrors.1.children.count else {
        // A closure, or something as opaque.
        return MemoryLayout.size(ofValue: first) == 0
    }
    if style == .enum, mirrors.0.children.first?.label != mirrors.1.children.first?.label { return false }
    if style == .enum, mirrors.0.children.isEmpty { return "\(first)" == "\(second)" }
    return zip(mirrors.0.children, mirrors.1.children).allSatisfy { areSame($0.value, $1.value) }
}

/// A value that tells by itself, since its fields do not: most property wrappers only point to what they hold.
protocol KnowsSameness {
    func isSame(as other: Any) -> Bool
}

private func isEqual<T: Equatable>(_ first: T, _ second: Any) -> Bool {
    first == second as? T
}
