extension View {
    public func onScrollGeometryChange<T: Equatable>(
        for type: T.Type, of transform: @escaping (ScrollGeometry) -> T,
        action: @escaping (_ oldValue: T, _ newValue: T) -> Void
    ) -> some View {
        modifier(ScrollWatching(transform: transform, action: action))
    }

    public func onScrollPhaseChange(
        _ action: @escaping (_ oldPhase: ScrollPhase, _ newPhase: ScrollPhase) -> Void
    ) -> some View {
        watchesScroll { $0.phase.append { old, new, _ in action(old, new) } }
    }

    public func onScrollPhaseChange(
        _ action:
            @escaping (
                _ oldPhase: ScrollPhase, _ newPhase: ScrollPhase, _ context: ScrollPhaseChangeContext
            ) -> Void
    ) -> some View {
        watchesScroll { $0.phase.append(action) }
    }

    public func scrollPosition(_ position: Binding<ScrollPosition>, anchor: UnitPoint? = nil) -> some View {
        watchesScroll { $0.positions.append(position) }
    }

    public func scrollPosition(id: Binding<(some Hashable)?>, anchor: UnitPoint? = nil) -> some View {
        altered { node in
            if let value = id.wrappedValue { node.looks.append(("scrolledTo", "\(value)")) }
        }
    }

    /// A handler belongs to the scroll views in its content.
    private func watchesScroll(_ add: @escaping @MainActor (inout ScrollHandlers) -> Void) -> some View {
        altered { node in
            for scroll in node.all where scroll.kind == .scroll || scroll.kind == .list { add(&scroll.scroll) }
        }
    }

    public func defaultScrollAnchor(_ anchor: UnitPoint?) -> some View { self }
    public func defaultScrollAnchor(_ anchor: UnitPoint?, for role: ScrollAnchorRole) -> some View { self }
    public func scrollTargetLayout(isEnabled: Bool = true) -> some View { self }
    public func scrollTargetBehavior(_ behavior: some ScrollTargetBehavior) -> some View { self }
    public func scrollClipDisabled(_ disabled: Bool = true) -> some View { self }
    public func scrollContentBackground(_ visibility: Visibility) -> some View { self }
    public func scrollIndicatorsFlash(onAppear: Bool) -> some View { self }

    public func scrollDisabled(_ disabled: Bool) -> some View {
        inEnvironment(disabled) { $0.isScrollEnabled = !disabled }
    }

    public func scrollBounceBehavior(
        _ behavior: ScrollBounceBehavior, axes: Axis.Set = [.vertical]
    ) -> some View { self }

    public func scrollIndicators(
        _ visibility: ScrollIndicatorVisibility, axes: Axis.Set = [.vertical, .horizontal]
    ) -> some View { self }

    public func contentMargins(
        _ edges: Edge.Set = .all, _ length: CGFloat?, for placement: ContentMarginPlacement = .automatic
    ) -> some View { self }
}

/// Keeps what was made of the geometry last, to tell of changes alone.
private struct ScrollWatching<T: Equatable>: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let transform: (ScrollGeometry) -> T
    let action: (T, T) -> Void

    func nodes(_ element: Element) -> [Node] {
        let nodes = element.nodes
        let (transform, action) = (transform, action)
        for scroll in nodes.flatMap(\.all) where scroll.kind == .scroll || scroll.kind == .list {
            scroll.scroll.geometry.append { geometry in
                let value = transform(geometry)
                let old = element.memory["scroll"] as? T
                element.memory["scroll"] = value
                if let old, old != value { action(old, value) }
                if old == nil { action(value, value) }
            }
        }
        return nodes
    }
}

public struct ScrollAnchorRole: Hashable, Sendable {
    private let name: String

    public static let initialOffset = ScrollAnchorRole(name: "initialOffset")
    public static let sizeChanges = ScrollAnchorRole(name: "sizeChanges")
    public static let alignment = ScrollAnchorRole(name: "alignment")
}

public struct ScrollBounceBehavior: Sendable {
    public static let automatic = ScrollBounceBehavior()
    public static let always = ScrollBounceBehavior()
    public static let basedOnSize = ScrollBounceBehavior()
}

public struct ContentMarginPlacement: Sendable {
    public static let automatic = ContentMarginPlacement()
    public static let scrollContent = ContentMarginPlacement()
    public static let scrollIndicators = ContentMarginPlacement()
}

public protocol ScrollTargetBehavior {}

public struct PagingScrollTargetBehavior: ScrollTargetBehavior {}

public struct ViewAlignedScrollTargetBehavior: ScrollTargetBehavior {}

extension ScrollTargetBehavior where Self == PagingScrollTargetBehavior {
    public static var paging: PagingScrollTargetBehavior { PagingScrollTargetBehavior() }
}

extension ScrollTargetBehavior where Self == ViewAlignedScrollTargetBehavior {
    public static var viewAligned: ViewAlignedScrollTargetBehavior { ViewAlignedScrollTargetBehavior() }
}
