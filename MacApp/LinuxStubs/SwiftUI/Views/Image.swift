import AppKit

public struct Image: Equatable, Sendable {
    public enum Scale: Hashable, Sendable { case small, medium, large }
    public enum TemplateRenderingMode: Hashable, Sendable { case template, original }
    public enum Interpolation: Hashable, Sendable { case none, low, medium, high }
    public enum ResizingMode: Hashable, Sendable { case tile, stretch }

    private let name: String
    private let words: Text?
    private let isDecoration: Bool

    private init(named name: String, words: Text? = nil, isDecoration: Bool = false) {
        self.name = name
        self.words = words
        self.isDecoration = isDecoration
    }

    public init(systemName: String) {
        self.init(named: systemName)
    }

    public init(systemName: String, variableValue: Double?) {
        self.init(named: systemName)
    }

    public init(_ name: String, bundle: Bundle? = nil) {
        self.init(named: name, words: Text(LocalizedStringKey(name)))
    }

    public init(_ name: String, bundle: Bundle? = nil, label: Text) {
        self.init(named: name, words: label)
    }

    public init(decorative name: String, bundle: Bundle? = nil) {
        self.init(named: name, isDecoration: true)
    }

    public init(nsImage: NSImage) {
        self.init(named: "NSImage")
    }

    public func resizable(capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch) -> Image { self }
    public func renderingMode(_ renderingMode: TemplateRenderingMode?) -> Image { self }
    public func interpolation(_ interpolation: Interpolation) -> Image { self }
    public func antialiased(_ isAntialiased: Bool) -> Image { self }
    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> Image { self }
}

extension Image: View {
    public typealias Body = Never
}

extension Image: Primitive {
    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.image, at: element)
        node.looks.append(("image", name))
        node.accessibility.label = words?.resolved(in: element.environment)
        node.accessibility.isHidden = isDecoration
        return [node]
    }
}

extension View {
    public func imageScale(_ scale: Image.Scale) -> some View {
        inEnvironment(scale) { $0.imageScale = scale }
    }

    public func symbolVariant(_ variant: SymbolVariants) -> some View {
        inEnvironment(variant) { $0.symbolVariants = variant }
    }

    public func symbolRenderingMode(_ mode: SymbolRenderingMode?) -> some View { self }
}
