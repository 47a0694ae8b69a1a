/// A view that the stub shows by itself: it has no body.
@MainActor
package protocol Primitive {
    /// Shows what is inside, by `Element.show`. What is read here is observed, as it is in a body.
    func update(_ element: Element)

    /// What stands on the screen for it.
    func nodes(_ element: Element) -> [Node]
}

extension Primitive {
    package func update(_ element: Element) {}

    package func nodes(_ element: Element) -> [Node] {
        element.nodes
    }
}
