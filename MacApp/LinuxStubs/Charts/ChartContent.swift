import SwiftUI

@MainActor
@preconcurrency
public protocol ChartContent {
    associatedtype Body: ChartContent
    @ChartContentBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: ChartContent {}

extension ChartContent where Body == Never {
    public var body: Never { fatalError("\(Self.self) has no body") }
}

/// A mark as a test sees it: what kind, and the words and values that it was given.
struct Mark {
    let kind: String
    var values: [(channel: String, label: Text, value: Any)]
    var spoken: Accessibility = Accessibility()
    var annotation: AnyView?
}

@MainActor
protocol Marked {
    var marks: [Mark] { get }
}

extension ChartContent {
    var allMarks: [Mark] {
        (self as? any Marked)?.marks ?? body.allMarks
    }

    func altered(_ alter: (inout Mark) -> Void) -> some ChartContent {
        Marks(
            marks: allMarks.map { mark in
                var mark = mark
                alter(&mark)
                return mark
            })
    }
}

/// Marks that something was changed about, or that stand together.
struct Marks: ChartContent, Marked {
    typealias Body = Never

    let marks: [Mark]
}

@resultBuilder
@MainActor
public struct ChartContentBuilder {
    public static func buildExpression<Content: ChartContent>(_ content: Content) -> Content { content }

    public static func buildBlock() -> some ChartContent { Marks(marks: []) }

    public static func buildBlock<Content: ChartContent>(_ content: Content) -> Content { content }

    @_disfavoredOverload
    public static func buildBlock<each Content: ChartContent>(_ content: repeat each Content) -> some ChartContent {
        var marks: [Mark] = []
        repeat marks += (each content).allMarks
        return Marks(marks: marks)
    }

    public static func buildIf<Content: ChartContent>(_ content: Content?) -> some ChartContent {
        Marks(marks: content?.allMarks ?? [])
    }

    public static func buildEither<T: ChartContent, F: ChartContent>(first: T) -> EitherMarks<T, F> {
        EitherMarks(marks: first.allMarks)
    }

    public static func buildEither<T: ChartContent, F: ChartContent>(second: F) -> EitherMarks<T, F> {
        EitherMarks(marks: second.allMarks)
    }
}

public struct EitherMarks<T, F>: ChartContent, Marked {
    public typealias Body = Never

    let marks: [Mark]
}

extension ForEach: ChartContent where Content: ChartContent {
    public typealias Body = Never

    public var body: Never { fatalError("ForEach has no body") }
}

extension ForEach: Marked where Content: ChartContent {
    var marks: [Mark] { data.flatMap { content($0).allMarks } }
}

extension ForEach where Content: ChartContent {
    public init(
        _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> Content
    ) where Data.Element: Identifiable, ID == Data.Element.ID {
        self.init(data: data, content: content, id: { $0.id })
    }

    public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.init(data: data, content: content, id: { $0[keyPath: id] })
    }
}
