extension View {
    public func accessibilityIdentifier(
        _ identifier: String
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, _ in accessibility.identifier = identifier }
    }

    public func accessibilityHidden(_ hidden: Bool) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, _ in accessibility.isHidden = hidden }
    }

    public func accessibilityHidden(
        _ hidden: Bool, isEnabled: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, _ in
            if isEnabled { accessibility.isHidden = hidden }
        }
    }

    public func accessibilityAddTraits(
        _ traits: AccessibilityTraits
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, _ in accessibility.traits.formUnion(traits) }
    }

    public func accessibilityRemoveTraits(
        _ traits: AccessibilityTraits
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, _ in accessibility.traits.subtract(traits) }
    }

    public func accessibilitySortPriority(
        _ sortPriority: Double
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, _ in accessibility.sortPriority = sortPriority }
    }

    public func accessibilityHeading(
        _ level: AccessibilityHeadingLevel
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, _ in accessibility.heading = level }
    }

    public func accessibilityTextContentType(
        _ value: AccessibilityTextContentType
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { _, _ in }
    }

    public func accessibilityRespondsToUserInteraction(
        _ respondsToUserInteraction: Bool = true
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { _, _ in }
    }

    public func accessibilityAction(
        _ actionKind: AccessibilityActionKind = .default, _ handler: @escaping () -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, _ in accessibility.actions.append((actionKind.name, handler)) }
    }

    public func accessibilityAction(
        named name: Text, _ handler: @escaping () -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { $0.actions.append((name.resolved(in: $1), handler)) }
    }

    public func accessibilityAction(
        named nameKey: LocalizedStringKey, _ handler: @escaping () -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibilityAction(named: Text(nameKey), handler)
    }

    @_disfavoredOverload
    public func accessibilityAction<S: StringProtocol>(
        named name: S, _ handler: @escaping () -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessibilityAction(named: Text(name), handler)
    }

    public func accessibilityActions<Content: View>(@ViewBuilder _ content: () -> Content) -> some View {
        modifier(OfferingActions(actions: content()))
    }

    public func accessibilityAdjustableAction(
        _ handler: @escaping (AccessibilityAdjustmentDirection) -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, _ in accessibility.adjust = handler }
    }

    public func accessibilityElement(children: AccessibilityChildBehavior = .ignore) -> some View {
        altered { $0.accessibility.children = children }
    }

    public func accessibilityRepresentation<V: View>(@ViewBuilder representation: () -> V) -> some View {
        modifier(Representing(representation: representation()))
    }

    public func accessibilityChildren<V: View>(@ViewBuilder children: () -> V) -> some View {
        modifier(Representing(representation: children()))
    }

    public func accessibilityFocused(_ condition: AccessibilityFocusState<Bool>.Binding) -> some View { self }

    public func accessibilityFocused<Value: Hashable>(
        _ binding: AccessibilityFocusState<Value>.Binding, equals value: Value
    ) -> some View { self }

    public func speechAnnouncementsQueued(_ value: Bool = true) -> some View { self }

    public func accessibilityShowsLargeContentViewer() -> some View { self }
}

private struct OfferingActions<Actions: View>: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let actions: Actions

    func update(_ content: any View, _ element: Element) {
        element.show(content, at: "content")
        element.show(actions, at: "actions")
    }

    func nodes(_ element: Element) -> [Node] {
        let nodes = element.nodes(at: "content")
        for button in element.nodes(at: "actions").flatMap(\.all) where button.kind == .button {
            for node in nodes where !node.isApart {
                node.accessibility.actions.append((button.name, { button.action?() }))
            }
        }
        return nodes
    }
}

/// Read aloud in place of what is shown.
private struct Representing<Representation: View>: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let representation: Representation

    func update(_ content: any View, _ element: Element) {
        element.show(content, at: "content")
        element.show(representation, at: "representation")
    }

    func nodes(_ element: Element) -> [Node] {
        let nodes = element.nodes(at: "content")
        let spoken = element.nodes(at: "representation")
        for node in nodes where !node.isApart { node.representation = spoken }
        return nodes
    }
}

/// VoiceOver is not here to move anywhere: a state that is kept and no more.
@propertyWrapper
public struct AccessibilityFocusState<Value: Hashable>: DynamicProperty {
    @State private var value: Value

    public init() where Value == Bool {
        _value = State(initialValue: false)
    }

    public init<T: Hashable>() where Value == T? {
        _value = State(initialValue: nil)
    }

    public var wrappedValue: Value {
        get { value }
        nonmutating set { value = newValue }
    }

    public var projectedValue: Binding { Binding(binding: $value) }

    @propertyWrapper
    public struct Binding {
        let binding: SwiftUI.Binding<Value>

        public var wrappedValue: Value {
            get { binding.wrappedValue }
            nonmutating set { binding.wrappedValue = newValue }
        }

        public var projectedValue: Binding { self }
    }
}
