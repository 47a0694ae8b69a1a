public struct WindowGroup<Content: View>: Scene {
    public typealias Body = Never

    let description: SceneDescription
}

extension WindowGroup {
    private init(_ id: String?, _ title: Text?, _ content: @escaping () -> Content) {
        description = SceneDescription(kind: .windowGroup, id: id, title: title) { _ in AnyView(content()) }
    }

    public init(@ViewBuilder content: @escaping () -> Content) {
        self.init(nil, nil, content)
    }

    public init(id: String, @ViewBuilder content: @escaping () -> Content) {
        self.init(id, nil, content)
    }

    public init(_ title: Text, @ViewBuilder content: @escaping () -> Content) {
        self.init(nil, title, content)
    }

    public init(_ title: Text, id: String, @ViewBuilder content: @escaping () -> Content) {
        self.init(id, title, content)
    }

    public init(_ titleKey: LocalizedStringKey, @ViewBuilder content: @escaping () -> Content) {
        self.init(nil, Text(titleKey), content)
    }

    public init(_ titleKey: LocalizedStringKey, id: String, @ViewBuilder content: @escaping () -> Content) {
        self.init(id, Text(titleKey), content)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, @ViewBuilder content: @escaping () -> Content) {
        self.init(nil, Text(title), content)
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, id: String, @ViewBuilder content: @escaping () -> Content) {
        self.init(id, Text(title), content)
    }
}

extension WindowGroup {
    private init<D: Codable & Hashable, C: View>(
        _ id: String?, _ title: Text?, _ type: D.Type, _ content: @escaping (Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        description = SceneDescription(kind: .windowGroup, id: id, title: title, valueType: type) { value in
            AnyView(PresentedWindowContent(value: value?.base as? D, content: content))
        }
    }

    public init<D: Codable & Hashable, C: View>(
        for type: D.Type = D.self, @ViewBuilder content: @escaping (_ value: Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        self.init(nil, nil, type, content)
    }

    public init<D: Codable & Hashable, C: View>(
        id: String, for type: D.Type = D.self, @ViewBuilder content: @escaping (_ value: Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        self.init(id, nil, type, content)
    }

    public init<D: Codable & Hashable, C: View>(
        _ titleKey: LocalizedStringKey, for type: D.Type = D.self,
        @ViewBuilder content: @escaping (_ value: Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        self.init(nil, Text(titleKey), type, content)
    }

    public init<D: Codable & Hashable, C: View>(
        _ titleKey: LocalizedStringKey, id: String, for type: D.Type = D.self,
        @ViewBuilder content: @escaping (_ value: Binding<D?>) -> C
    ) where Content == PresentedWindowContent<D, C> {
        self.init(id, Text(titleKey), type, content)
    }

    public init<D: Codable & Hashable, C: View>(
        id: String, for type: D.Type = D.self, @ViewBuilder content: @escaping (_ value: Binding<D>) -> C,
        defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(id, nil, type) { value in content(value.or(defaultValue())) }
    }

    public init<D: Codable & Hashable, C: View>(
        for type: D.Type = D.self, @ViewBuilder content: @escaping (_ value: Binding<D>) -> C,
        defaultValue: @escaping () -> D
    ) where Content == PresentedWindowContent<D, C> {
        self.init(nil, nil, type) { value in content(value.or(defaultValue())) }
    }
}

extension Binding {
    func or<Wrapped>(_ initial: Wrapped) -> Binding<Wrapped> where Value == Wrapped? {
        Binding<Wrapped>(origin: nil, get: { wrappedValue ?? initial }, set: { value, _ in wrappedValue = value })
    }
}

/// The content of a window for a value; the window may change its value.
public struct PresentedWindowContent<Data: Codable & Hashable, Content: View>: View {
    @State private var value: Data?
    private let content: (Binding<Data?>) -> Content

    init(value: Data?, content: @escaping (Binding<Data?>) -> Content) {
        _value = State(initialValue: value)
        self.content = content
    }

    public var body: some View {
        content($value)
    }
}

extension WindowGroup: PrimitiveScene {
    var descriptions: [SceneDescription] { [description] }
}

/// A window of which there is one.
public struct Window<Content: View>: Scene {
    public typealias Body = Never

    let description: SceneDescription

    private init(_ title: Text, _ id: String, _ content: Content) {
        description = SceneDescription(kind: .window, id: id, title: title) { _ in AnyView(content) }
    }

    public init(_ title: Text, id: String, @ViewBuilder content: () -> Content) {
        self.init(title, id, content())
    }

    public init(_ titleKey: LocalizedStringKey, id: String, @ViewBuilder content: () -> Content) {
        self.init(Text(titleKey), id, content())
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, id: String, @ViewBuilder content: () -> Content) {
        self.init(Text(title), id, content())
    }
}

extension Window: PrimitiveScene {
    var descriptions: [SceneDescription] { [description] }
}

public struct Settings<Content: View>: Scene {
    public typealias Body = Never

    let content: Content

    public init(@ViewBuilder content: () -> Content) {
        self.content = content()
    }
}

extension Settings: PrimitiveScene {
    var descriptions: [SceneDescription] {
        [SceneDescription(kind: .settings, title: Text(verbatim: "Settings")) { _ in AnyView(content) }]
    }
}

public struct MenuBarExtra<Label: View, Content: View>: Scene {
    public typealias Body = Never

    let content: Content
    let label: Label
    let isInserted: Binding<Bool>?

    public init(@ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.init(content: content(), label: label(), isInserted: nil)
    }

    public init(isInserted: Binding<Bool>, @ViewBuilder content: () -> Content, @ViewBuilder label: () -> Label) {
        self.init(content: content(), label: label(), isInserted: isInserted)
    }

    private init(content: Content, label: Label, isInserted: Binding<Bool>?) {
        self.content = content
        self.label = label
        self.isInserted = isInserted
    }
}

extension MenuBarExtra where Label == SwiftUI.Label<Text, Image> {
    public init(_ titleKey: LocalizedStringKey, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(content: content) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }

    public init(
        _ titleKey: LocalizedStringKey, systemImage: String, isInserted: Binding<Bool>,
        @ViewBuilder content: () -> Content
    ) {
        self.init(isInserted: isInserted, content: content) { SwiftUI.Label(titleKey, systemImage: systemImage) }
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, systemImage: String, @ViewBuilder content: () -> Content) {
        self.init(content: content) { SwiftUI.Label(title, systemImage: systemImage) }
    }
}

extension MenuBarExtra: PrimitiveScene {
    var descriptions: [SceneDescription] {
        var description = SceneDescription(kind: .menuBarExtra) { _ in AnyView(content) }
        description.label = AnyView(label)
        description.isInserted = isInserted
        return [description]
    }
}
