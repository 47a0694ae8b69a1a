import AppKit

public struct NSViewRepresentableContext<View: NSViewRepresentable> {
    public let coordinator: View.Coordinator
    public let environment: EnvironmentValues
    public let transaction = Transaction()
}

/// A view of AppKit. It is made and updated as on a Mac, but shows nothing that a test could read.
@MainActor
@preconcurrency
public protocol NSViewRepresentable: View where Body == Never {
    associatedtype NSViewType: NSView
    associatedtype Coordinator = Void
    typealias Context = NSViewRepresentableContext<Self>

    @MainActor @preconcurrency func makeNSView(context: Context) -> NSViewType
    @MainActor @preconcurrency func updateNSView(_ nsView: NSViewType, context: Context)
    @MainActor @preconcurrency static func dismantleNSView(_ nsView: NSViewType, coordinator: Coordinator)
    @MainActor @preconcurrency func makeCoordinator() -> Coordinator
    @MainActor @preconcurrency func sizeThatFits(
        _ proposal: ProposedViewSize, nsView: NSViewType, context: Context
    ) -> CGSize?
}

extension NSViewRepresentable where Coordinator == Void {
    public func makeCoordinator() {}
}

extension NSViewRepresentable {
    public static func dismantleNSView(_ nsView: NSViewType, coordinator: Coordinator) {}

    public func sizeThatFits(_ proposal: ProposedViewSize, nsView: NSViewType, context: Context) -> CGSize? { nil }

    func updateNative(_ element: Element) {
        var view = self
        link(&view, to: element)
        let known = element.memory["native"] as? (native: NSViewType, coordinator: Coordinator)
        let coordinator = known?.coordinator ?? view.makeCoordinator()
        let context = Context(coordinator: coordinator, environment: element.environment)
        let native = known?.native ?? view.makeNSView(context: context)
        if known == nil { native.move(to: element.graph.nativeWindow) }
        element.memory["native"] = (native: native, coordinator: coordinator)
        view.updateNSView(native, context: context)
        element.farewells = [{ Self.dismantleNSView(native, coordinator: coordinator) }]
    }

    func nativeNodes(_ element: Element) -> [Node] {
        let node = Node(.native, at: element)
        node.looks.append(("native", "\(NSViewType.self)"))
        let known = element.memory["native"] as? (native: NSViewType, coordinator: Coordinator)
        node.native = known?.native
        // A text view is one of the few that can be typed into.
        let responder = known?.native as? NSTextView ?? (known?.native as? NSScrollView)?.documentView as? NSTextView
        if let responder {
            node.isFocusable = true
            node.accessibility.label = responder.accessibilityLabel()
            node.edit = Edit(
                get: { responder.string },
                set: { text in
                    responder.string = text
                    responder.delegate?.textDidChange(
                        Notification(name: NSText.didChangeNotification, object: responder))
                }, breaksLines: true)
        }
        return [node]
    }
}

/// A view of SwiftUI inside of AppKit: it is only held.
@MainActor
open class NSHostingView<Content: View>: NSView {
    open var rootView: Content

    public required init(rootView: Content) {
        self.rootView = rootView
        super.init(frame: .zero)
    }
}

@MainActor
open class NSHostingController<Content: View>: NSViewController {
    open var rootView: Content

    public init(rootView: Content) {
        self.rootView = rootView
        super.init()
    }
}

@MainActor
@propertyWrapper
public struct NSApplicationDelegateAdaptor<DelegateType: NSObject & NSApplicationDelegate>: DynamicProperty {
    public let wrappedValue: DelegateType

    public init(_ delegateType: DelegateType.Type = DelegateType.self) {
        wrappedValue = delegateType.init()
        NSApplication.shared.delegate = wrappedValue
    }
}
