import SwiftUI

/// A chart: its marks are on the screen in words, nothing is drawn.
public struct Chart<Content: ChartContent>: View {
    public typealias Body = Never

    let content: Content

    public init(@ChartContentBuilder content: () -> Content) {
        self.content = content()
    }

    public init<Data: RandomAccessCollection, C: ChartContent>(
        _ data: Data, @ChartContentBuilder content: @escaping (Data.Element) -> C
    ) where Content == ForEach<Data, Data.Element.ID, C>, Data.Element: Identifiable {
        self.content = ForEach(data, content: content)
    }

    public init<Data: RandomAccessCollection, ID: Hashable, C: ChartContent>(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ChartContentBuilder content: @escaping (Data.Element) -> C
    ) where Content == ForEach<Data, ID, C> {
        self.content = ForEach(data, id: id, content: content)
    }
}

extension Chart: Primitive {
    package func update(_ element: Element) {
        let marks = content.allMarks
        element.memory["marks"] = marks
        for (index, mark) in marks.enumerated() { element.show(mark.annotation, at: index) }
    }

    package func nodes(_ element: Element) -> [Node] {
        let marks = element.memory["marks"] as? [Mark] ?? []
        let nodes = marks.enumerated().map { index, mark in
            let words = mark.values.map { value in
                "\(value.channel) \(value.label.resolved(in: element.environment)) \(value.value)"
            }
            let node = Node(
                .mark, "\(mark.kind): " + words.joined(separator: ", "), element.nodes(at: index), at: element)
            node.accessibility = mark.spoken
            node.looks = [("mark", mark.kind)] + mark.values.map { ($0.channel, "\($0.value)") }
            return node
        }
        return [Node(.chart, nodes, at: element)]
    }
}

extension View {
    public func chartLegend(_ visibility: Visibility) -> some View { self }

    public func chartLegend(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil
    ) -> some View { self }

    public func chartLegend<Content: View>(
        position: AnnotationPosition = .automatic, alignment: Alignment? = nil, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) -> some View {
        overlay(content: content)
    }

    public func chartXScale<Domain: ScaleDomain>(
        domain: Domain, type: ScaleType? = nil
    ) -> some View { self }

    public func chartYScale<Domain: ScaleDomain>(
        domain: Domain, type: ScaleType? = nil
    ) -> some View { self }

    public func chartXScale(type: ScaleType?) -> some View { self }

    public func chartYScale(type: ScaleType?) -> some View { self }

    public func chartForegroundStyleScale<DataValue: Plottable, S: ShapeStyle>(
        _ mapping: KeyValuePairs<DataValue, S>
    ) -> some View { self }

    public func chartForegroundStyleScale<DataValue: Plottable, S: ShapeStyle>(
        domain: [DataValue], range: [S], type: ScaleType? = nil
    ) -> some View { self }

    public func chartSymbolScale<Domain: ScaleDomain, Range: ScaleRange>(
        domain: Domain, range: Range
    ) -> some View where Range.VisualValue: ChartSymbolShape { self }

    public func chartXAxisLabel(
        _ labelKey: LocalizedStringKey, position: AnnotationPosition = .automatic, alignment: Alignment? = nil,
        spacing: CGFloat? = nil
    ) -> some View {
        overlay { Text(labelKey) }
    }

    public func chartYAxisLabel(
        _ labelKey: LocalizedStringKey, position: AnnotationPosition = .automatic, alignment: Alignment? = nil,
        spacing: CGFloat? = nil
    ) -> some View {
        overlay { Text(labelKey) }
    }

    public func chartXSelection<P: Plottable>(value: Binding<P?>) -> some View { self }

    public func chartPlotStyle<Content: View>(
        @ViewBuilder content: @escaping (ChartPlotContent) -> Content
    ) -> some View { self }

    public func chartScrollableAxes(_ axes: Axis.Set) -> some View { self }
}

public struct ChartPlotContent: View {
    public var body: some View { EmptyView() }
}

public protocol ScaleDomain {}

public protocol ScaleRange {
    associatedtype VisualValue
}

extension Array: ScaleRange {
    public typealias VisualValue = Element
}

extension Array: ScaleDomain where Element: Plottable {}
extension ClosedRange: ScaleDomain where Bound: Plottable {}
extension AutomaticScaleDomain: ScaleDomain {}

public struct AutomaticScaleDomain: Sendable {}

extension ScaleDomain where Self == AutomaticScaleDomain {
    public static var automatic: AutomaticScaleDomain { AutomaticScaleDomain() }

    public static func automatic(includesZero: Bool? = nil, reversed: Bool? = nil) -> AutomaticScaleDomain {
        AutomaticScaleDomain()
    }
}

public struct ScaleType: Hashable, Sendable {
    private let name: String

    public static let linear = ScaleType(name: "linear")
    public static let log = ScaleType(name: "log")
    public static let category = ScaleType(name: "category")
    public static let date = ScaleType(name: "date")
    public static let squareRoot = ScaleType(name: "squareRoot")
    public static let symmetricLog = ScaleType(name: "symmetricLog")
}
