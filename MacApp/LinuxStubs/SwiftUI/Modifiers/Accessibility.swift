public struct AccessibilityTraits: SetAlgebra, Sendable {
    public typealias ArrayLiteralElement = AccessibilityTraits
    public typealias Element = AccessibilityTraits

    private var names: Set<String> = []

    public init() {}

    private init(_ name: String) {
        names = [name]
    }

    public static let isButton = AccessibilityTraits("button")
    public static let isHeader = AccessibilityTraits("header")
    public static let isSelected = AccessibilityTraits("selected")
    public static let isLink = AccessibilityTraits("link")
    public static let isSearchField = AccessibilityTraits("searchField")
    public static let isImage = AccessibilityTraits("image")
    public static let playsSound = AccessibilityTraits("playsSound")
    public static let isKeyboardKey = AccessibilityTraits("keyboardKey")
    public static let isStaticText = AccessibilityTraits("staticText")
    public static let isSummaryElement = AccessibilityTraits("summaryElement")
    public static let updatesFrequently = AccessibilityTraits("updatesFrequently")
    public static let startsMediaSession = AccessibilityTraits("startsMediaSession")
    public static let allowsDirectInteraction = AccessibilityTraits("allowsDirectInteraction")
    public static let causesPageTurn = AccessibilityTraits("causesPageTurn")
    public static let isModal = AccessibilityTraits("modal")
    public static let isToggle = AccessibilityTraits("toggle")
    public static let isTabBar = AccessibilityTraits("tabBar")

    package var all: [String] { names.sorted() }

    public func contains(_ member: AccessibilityTraits) -> Bool { member.names.isSubset(of: names) }

    public func union(_ other: AccessibilityTraits) -> AccessibilityTraits { with(names.union(other.names)) }

    public func intersection(_ other: AccessibilityTraits) -> AccessibilityTraits {
        with(names.intersection(other.names))
    }

    public func symmetricDifference(_ other: AccessibilityTraits) -> AccessibilityTraits {
        with(names.symmetricDifference(other.names))
    }

    public mutating func insert(
        _ newMember: AccessibilityTraits
    ) -> (inserted: Bool, memberAfterInsert: AccessibilityTraits) {
        let inserted = !contains(newMember)
        formUnion(newMember)
        return (inserted, newMember)
    }

    public mutating func remove(_ member: AccessibilityTraits) -> AccessibilityTraits? {
        let removed = intersection(member)
        names.subtract(member.names)
        return removed
    }

    public mutating func update(with newMember: AccessibilityTraits) -> AccessibilityTraits? {
        insert(newMember).inserted ? nil : newMember
    }

    public mutating func formUnion(_ other: AccessibilityTraits) { names.formUnion(other.names) }

    public mutating func formIntersection(_ other: AccessibilityTraits) { names.formIntersection(other.names) }

    public mutating func formSymmetricDifference(_ other: AccessibilityTraits) {
        names.formSymmetricDifference(other.names)
    }

    private func with(_ names: Set<String>) -> AccessibilityTraits {
        var traits = self
        traits.names = names
        return traits
    }
}

public struct AccessibilityChildBehavior: Hashable, Sendable {
    package let name: String

    public static let ignore = AccessibilityChildBehavior(name: "ignore")
    public static let contain = AccessibilityChildBehavior(name: "contain")
    public static let combine = AccessibilityChildBehavior(name: "combine")
}

public enum AccessibilityAdjustmentDirection: Hashable, Sendable { case increment, decrement }

public enum AccessibilityHeadingLevel: UInt, Sendable { case unspecified, h1, h2, h3, h4, h5, h6 }

public struct AccessibilityActionKind: Equatable, Sendable {
    package let name: String

    public static let `default` = AccessibilityActionKind(name: "default")
    public static let escape = AccessibilityActionKind(name: "escape")
    public static let delete = AccessibilityActionKind(name: "delete")
    public static let showMenu = AccessibilityActionKind(name: "showMenu")
}

public struct AccessibilityTextContentType: Sendable {
    public static let plain = AccessibilityTextContentType()
    public static let messaging = AccessibilityTextContentType()
    public static let sourceCode = AccessibilityTextContentType()
}

public struct AccessibilityAttachmentModifier: ViewModifier {
    public typealias Body = Never

    let attach: @MainActor (inout Accessibility, EnvironmentValues) -> Void
}

extension AccessibilityAttachmentModifier: PrimitiveModifier {
    func nodes(_ element: Element) -> [Node] {
        let nodes = element.nodes
        for node in nodes where !node.isApart { attach(&node.accessibility, element.environment) }
        return nodes
    }
}
