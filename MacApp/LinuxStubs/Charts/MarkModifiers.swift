import SwiftUI

extension ChartContent {
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some ChartContent { altered { _ in } }

    public func foregroundStyle<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
        altered { $0.values.append(("color", value.label, value.value)) }
    }

    public func symbol<D: Plottable>(by value: PlottableValue<D>) -> some ChartContent {
        altered { $0.values.append(("symbol", value.label, value.value)) }
    }

    public func position<P: Plottable>(
        by value: PlottableValue<P>, axis: Axis? = nil, span: MarkDimension = .automatic
    ) -> some ChartContent {
        altered { $0.values.append(("position", value.label, value.value)) }
    }

    public func lineStyle(_ style: StrokeStyle) -> some ChartContent { altered { _ in } }
    public func interpolationMethod(_ method: InterpolationMethod) -> some ChartContent { altered { _ in } }
    public func opacity(_ opacity: Double) -> some ChartContent { altered { _ in } }
    public func cornerRadius(
        _ radius: CGFloat, style: RoundedCornerStyle = .continuous
    ) -> some ChartContent { altered { _ in } }
    public func symbol<S: ChartSymbolShape>(_ symbol: S) -> some ChartContent { altered { _ in } }
    public func symbolSize(_ area: CGFloat) -> some ChartContent { altered { _ in } }
    public func offset(x: CGFloat = 0, y: CGFloat = 0) -> some ChartContent { altered { _ in } }
    public func zIndex(_ value: Double) -> some ChartContent { altered { _ in } }

    public func annotation<C: View>(
        position: AnnotationPosition = .automatic, alignment: Alignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> C
    ) -> some ChartContent {
        let content = AnyView(content())
        return altered { $0.annotation = content }
    }

    public func accessibilityLabel(_ text: Text) -> some ChartContent {
        altered { $0.spoken.label = text.resolved(in: EnvironmentValues()) }
    }

    public func accessibilityLabel(_ key: LocalizedStringKey) -> some ChartContent { accessibilityLabel(Text(key)) }

    @_disfavoredOverload
    public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some ChartContent {
        accessibilityLabel(Text(label))
    }

    public func accessibilityValue(_ text: Text) -> some ChartContent {
        altered { $0.spoken.value = text.resolved(in: EnvironmentValues()) }
    }

    public func accessibilityValue(_ key: LocalizedStringKey) -> some ChartContent { accessibilityValue(Text(key)) }

    @_disfavoredOverload
    public func accessibilityValue<S: StringProtocol>(_ value: S) -> some ChartContent {
        accessibilityValue(Text(value))
    }

    public func accessibilityHidden(_ hidden: Bool) -> some ChartContent {
        altered { $0.spoken.isHidden = hidden }
    }
}

public struct InterpolationMethod: Sendable {
    public static let linear = InterpolationMethod()
    public static let monotone = InterpolationMethod()
    public static let catmullRom = InterpolationMethod()
    public static let cardinal = InterpolationMethod()
    public static let stepStart = InterpolationMethod()
    public static let stepCenter = InterpolationMethod()
    public static let stepEnd = InterpolationMethod()
}

public struct AnnotationPosition: Sendable {
    public static let automatic = AnnotationPosition()
    public static let overlay = AnnotationPosition()
    public static let top = AnnotationPosition()
    public static let bottom = AnnotationPosition()
    public static let leading = AnnotationPosition()
    public static let trailing = AnnotationPosition()
    public static let topLeading = AnnotationPosition()
    public static let topTrailing = AnnotationPosition()
}

public protocol ChartSymbolShape {}

public struct BasicChartSymbolShape: ChartSymbolShape, Sendable {
    fileprivate let name: String
}

extension ChartSymbolShape where Self == BasicChartSymbolShape {
    public static var circle: BasicChartSymbolShape { BasicChartSymbolShape(name: "circle") }
    public static var square: BasicChartSymbolShape { BasicChartSymbolShape(name: "square") }
    public static var triangle: BasicChartSymbolShape { BasicChartSymbolShape(name: "triangle") }
    public static var diamond: BasicChartSymbolShape { BasicChartSymbolShape(name: "diamond") }
    public static var pentagon: BasicChartSymbolShape { BasicChartSymbolShape(name: "pentagon") }
    public static var plus: BasicChartSymbolShape { BasicChartSymbolShape(name: "plus") }
    public static var cross: BasicChartSymbolShape { BasicChartSymbolShape(name: "cross") }
    public static var asterisk: BasicChartSymbolShape { BasicChartSymbolShape(name: "asterisk") }
}
