/// Shows something over its content: a sheet, a popover, an inspector.
struct Presenting<Item, Presented: View>: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let kind: Node.Kind
    /// What is presented now, and the identity that tells one from the next.
    let item: () -> (item: Item, id: AnyHashable)?
    let dismiss: () -> Void
    let onDismiss: (() -> Void)?
    let presented: (Item) -> Presented

    func update(_ content: any View, _ element: Element) {
        element.show(content, at: "content")
        let current = item()
        if let known = element.memory["presented"] as? AnyHashable, known != current?.id, let onDismiss {
            element.graph.afterUpdate { onDismiss() }
        }
        element.memory["presented"] = current?.id
        guard let current else { return }
        var environment = element.environment
        environment.dismiss.dismiss = dismiss
        environment.isPresented = true
        // A presentation is a place of its own: what was said of the controls below does not hold in it.
        environment.isEnabled = true
        environment.submitActions = []
        element.show(presented(current.item), at: current.id, environment: environment)
    }

    func nodes(_ element: Element) -> [Node] {
        let below = element.nodes(at: "content")
        guard let id = element.memory["presented"] as? AnyHashable else { return below }
        let node = Node(kind, element.nodes(at: id), at: element)
        node.isEnabled = true
        node.dismiss = dismiss
        node.isModal = kind == .sheet
        return below + [node]
    }
}

extension Presenting where Item == Void {
    init(
        _ kind: Node.Kind, isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil,
        @ViewBuilder _ presented: @escaping () -> Presented
    ) {
        self.init(
            kind: kind, item: { isPresented.wrappedValue ? ((), "presented") : nil },
            dismiss: { isPresented.wrappedValue = false }, onDismiss: onDismiss, presented: presented)
    }
}

extension Presenting where Item: Identifiable {
    init(
        _ kind: Node.Kind, item: Binding<Item?>, onDismiss: (() -> Void)? = nil,
        @ViewBuilder _ presented: @escaping (Item) -> Presented
    ) {
        self.init(
            kind: kind, item: { item.wrappedValue.map { ($0, AnyHashable($0.id)) } },
            dismiss: { item.wrappedValue = nil }, onDismiss: onDismiss, presented: presented)
    }
}

public struct PopoverAttachmentAnchor: Sendable {
    public struct Source: Sendable {
        public static let bounds = Source()

        public static func rect(_ rect: CGRect) -> Source { Source() }
    }

    public static func rect(_ anchor: Source) -> PopoverAttachmentAnchor { PopoverAttachmentAnchor() }

    public static func point(_ point: UnitPoint) -> PopoverAttachmentAnchor { PopoverAttachmentAnchor() }
}

extension View {
    public func sheet<Content: View>(
        isPresented: Binding<Bool>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        modifier(Presenting(.sheet, isPresented: isPresented, onDismiss: onDismiss, content))
    }

    public func sheet<Item: Identifiable, Content: View>(
        item: Binding<Item?>, onDismiss: (() -> Void)? = nil, @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        modifier(Presenting(.sheet, item: item, onDismiss: onDismiss, content))
    }

    public func popover<Content: View>(
        isPresented: Binding<Bool>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds),
        arrowEdge: Edge? = nil, @ViewBuilder content: @escaping () -> Content
    ) -> some View {
        modifier(Presenting(.popover, isPresented: isPresented, content))
    }

    public func popover<Item: Identifiable, Content: View>(
        item: Binding<Item?>, attachmentAnchor: PopoverAttachmentAnchor = .rect(.bounds), arrowEdge: Edge? = nil,
        @ViewBuilder content: @escaping (Item) -> Content
    ) -> some View {
        modifier(Presenting(.popover, item: item, content))
    }

    public func inspector<V: View>(isPresented: Binding<Bool>, @ViewBuilder content: () -> V) -> some View {
        let content = content()
        return modifier(Presenting(.inspector, isPresented: isPresented) { content })
    }

    public func inspectorColumnWidth(min: CGFloat? = nil, ideal: CGFloat, max: CGFloat? = nil) -> some View { self }

    public func inspectorColumnWidth(_ width: CGFloat) -> some View { self }

    /// Holds for the presentation around it: Escape no longer closes it.
    public func interactiveDismissDisabled(_ isDisabled: Bool = true) -> some View {
        altered { node in
            if isDisabled { node.looks.append(("interactiveDismissDisabled", "")) }
        }
    }

    /// Whether macOS refuses to quit while the presentation around it is there.
    @available(macOS 15.4, *)
    public func presentationPreventsAppTermination(_ prevents: Bool?) -> some View {
        altered { node in
            if let prevents { node.looks.append(("presentationPreventsAppTermination", "\(prevents)")) }
        }
    }

    public func presentationSizing(_ sizing: some PresentationSizing) -> some View { self }
}

public protocol PresentationSizing {}

public struct AutomaticPresentationSizing: PresentationSizing {}
public struct FittedPresentationSizing: PresentationSizing {}
public struct FormPresentationSizing: PresentationSizing {}
public struct PagePresentationSizing: PresentationSizing {}

extension PresentationSizing where Self == AutomaticPresentationSizing {
    public static var automatic: AutomaticPresentationSizing { AutomaticPresentationSizing() }
}

extension PresentationSizing where Self == FittedPresentationSizing {
    public static var fitted: FittedPresentationSizing { FittedPresentationSizing() }
}

extension PresentationSizing where Self == FormPresentationSizing {
    public static var form: FormPresentationSizing { FormPresentationSizing() }
}

extension PresentationSizing where Self == PagePresentationSizing {
    public static var page: PagePresentationSizing { PagePresentationSizing() }
}
