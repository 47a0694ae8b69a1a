extension View {
    public func onTapGesture(count: Int = 1, perform action: @escaping () -> Void) -> some View {
        altered { $0.taps.append((count, action)) }
    }

    public func onLongPressGesture(
        minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10, perform action: @escaping () -> Void,
        onPressingChanged: ((Bool) -> Void)? = nil
    ) -> some View { self }

    public func onHover(perform action: @escaping (Bool) -> Void) -> some View {
        altered { $0.hover.append(action) }
    }

    public func allowsHitTesting(_ enabled: Bool) -> some View {
        altered { node in
            if !enabled { for inside in node.all { inside.isEnabled = false } }
        }
    }

    public func focusable(_ isFocusable: Bool = true) -> some View {
        altered { $0.isFocusable = isFocusable }
    }

    public func focusable(_ isFocusable: Bool = true, interactions: FocusInteractions) -> some View {
        altered { $0.isFocusable = isFocusable }
    }

    public func focusEffectDisabled(_ disabled: Bool = true) -> some View { self }

    public func focused(_ condition: FocusState<Bool>.Binding) -> some View {
        altered { $0.focusTies.append(FocusTie(condition, equals: true)) }
    }

    public func focused<Value: Hashable>(
        _ binding: FocusState<Value>.Binding, equals value: Value
    ) -> some View {
        altered { $0.focusTies.append(FocusTie(binding, equals: value)) }
    }

    public func defaultFocus<V: Hashable>(
        _ binding: FocusState<V>.Binding, _ value: V, priority: DefaultFocusEvaluationPriority = .automatic
    ) -> some View {
        modifier(DefaultFocus(binding: binding, value: value))
    }

    public func focusScope(_ namespace: Namespace.ID) -> some View { self }

    public func focusSection() -> some View { self }

    public func prefersDefaultFocus(_ prefersDefaultFocus: Bool = true, in namespace: Namespace.ID) -> some View {
        self
    }

    public func pointerStyle(_ style: PointerStyle?) -> some View { self }

    public func help(_ text: Text) -> some View {
        altered { node, element in node.help = text.resolved(in: element.environment) }
    }

    public func help(_ textKey: LocalizedStringKey) -> some View { help(Text(textKey)) }

    @_disfavoredOverload
    public func help<S: StringProtocol>(_ text: S) -> some View { help(Text(text)) }
}

private struct DefaultFocus<V: Hashable>: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let binding: FocusState<V>.Binding
    let value: V

    func update(_ content: any View, _ element: Element) {
        if element.memory["asked"] == nil {
            let (binding, value) = (binding, value)
            element.graph.afterUpdate { binding.wrappedValue = value }
        }
        element.memory["asked"] = true
        element.show(content, at: "content")
    }
}

public struct DefaultFocusEvaluationPriority: Sendable {
    public static let automatic = DefaultFocusEvaluationPriority()
    public static let userInitiated = DefaultFocusEvaluationPriority()
}

public struct FocusInteractions: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let activate = FocusInteractions(rawValue: 1)
    public static let edit = FocusInteractions(rawValue: 2)
    public static let automatic: FocusInteractions = [.activate, .edit]
}

public struct PointerStyle: Hashable, Sendable {
    private let name: String

    public static let `default` = PointerStyle(name: "default")
    public static let link = PointerStyle(name: "link")
    public static let horizontalText = PointerStyle(name: "horizontalText")
    public static let grabIdle = PointerStyle(name: "grabIdle")
    public static let grabActive = PointerStyle(name: "grabActive")
    public static let columnResize = PointerStyle(name: "columnResize")
}
