@MainActor
@preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

extension Scene where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body") }
}

@MainActor
@preconcurrency
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    /// There is no window server; an app that is started only shows that all of it is there.
    public static func main() {
        print("\(Self.self) is built against stand-ins for SwiftUI and shows nothing by itself.")
    }
}

/// What a scene says about itself.
@MainActor
package struct SceneDescription {
    package enum Kind: Sendable { case windowGroup, window, settings, menuBarExtra }

    package let kind: Kind
    package var id: String?
    package var title: Text?
    /// The type of the values that windows are opened for.
    package var valueType: Any.Type?
    /// Makes the content of a window, for its value.
    package let content: (AnyHashable?) -> AnyView
    package var label: AnyView?
    package var isInserted: Binding<Bool>?
    package var commands: [any Commands] = []
    package var removesDefaultCommands = false
    package var shortcut: KeyboardShortcut?
    package var opensAtLaunch = true
    package var urlConditions: Set<String>?
    /// What watches a value for as long as the app runs.
    package var watches: [(AnyView) -> AnyView] = []
    package var change: (EnvironmentValues) -> EnvironmentValues = { $0 }
}

/// A scene that the stub knows.
@MainActor
protocol PrimitiveScene: Scene where Body == Never {
    var descriptions: [SceneDescription] { get }
}

@MainActor
package func descriptions<S: Scene>(of scene: S, linking element: Element) -> [SceneDescription] {
    if let primitive = scene as? any PrimitiveScene { return primitive.descriptions }
    if let altered = scene as? any AlteredSceneProtocol { return altered.descriptions(linking: element) }
    if let joined = scene as? any JoinedScenes {
        return joined.parts.flatMap { descriptions(of: $0, linking: element) }
    }
    var scene = scene
    link(&scene, to: element, prefix: "\(S.self).")
    return descriptions(of: scene.body, linking: element)
}

@MainActor
package func sceneDescriptions<A: App>(of app: A, linking element: Element) -> [SceneDescription] {
    var app = app
    link(&app, to: element, prefix: "app.")
    return descriptions(of: app.body, linking: element)
}

@MainActor
protocol JoinedScenes {
    var parts: [any Scene] { get }
}

public struct TupleScene<T>: Scene, JoinedScenes {
    public typealias Body = Never

    let parts: [any Scene]
}

public struct OptionalScene<S: Scene>: Scene, JoinedScenes {
    public typealias Body = Never

    let parts: [any Scene]
}

@resultBuilder
@MainActor
public struct SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }

    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }

    @_disfavoredOverload
    public static func buildBlock<each Content: Scene>(
        _ content: repeat each Content
    ) -> some Scene {
        var parts: [any Scene] = []
        repeat parts.append(each content)
        return TupleScene<(repeat each Content)>(parts: parts)
    }

    public static func buildOptional<S: Scene>(_ content: S?) -> OptionalScene<S> {
        OptionalScene(parts: content.map { [$0] } ?? [])
    }
}

/// A scene with something changed about it.
@MainActor
protocol AlteredSceneProtocol {
    func descriptions(linking element: Element) -> [SceneDescription]
}

struct AlteredScene<Base: Scene>: Scene, AlteredSceneProtocol {
    typealias Body = Never

    let base: Base
    let alter: @MainActor (inout SceneDescription) -> Void

    func descriptions(linking element: Element) -> [SceneDescription] {
        SwiftUI.descriptions(of: base, linking: element).map { description in
            var description = description
            alter(&description)
            return description
        }
    }
}
