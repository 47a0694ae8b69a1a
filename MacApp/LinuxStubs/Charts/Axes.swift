import SwiftUI

// Axes are checked by the compiler alone: where a mark of an axis lies is Apple's to decide.

@MainActor
@preconcurrency
public protocol AxisContent {}

@MainActor
@preconcurrency
public protocol AxisMark {}

public struct AxisMarkPreset: Hashable, Sendable {
    private let name: String

    public static let automatic = AxisMarkPreset(name: "automatic")
    public static let extended = AxisMarkPreset(name: "extended")
    public static let aligned = AxisMarkPreset(name: "aligned")
    public static let inset = AxisMarkPreset(name: "inset")
}

public struct AxisMarkPosition: Hashable, Sendable {
    private let name: String

    public static let automatic = AxisMarkPosition(name: "automatic")
    public static let top = AxisMarkPosition(name: "top")
    public static let bottom = AxisMarkPosition(name: "bottom")
    public static let leading = AxisMarkPosition(name: "leading")
    public static let trailing = AxisMarkPosition(name: "trailing")
}

public struct AxisMarkValues: Sendable {
    public static let automatic = AxisMarkValues()

    public static func automatic(
        desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
    ) -> AxisMarkValues { AxisMarkValues() }

    public static func automatic<P: Plottable>(
        minimumStride: P, desiredCount: Int? = nil, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
    ) -> AxisMarkValues { AxisMarkValues() }

    public static func stride<P: Plottable & Strideable>(
        by stepSize: P, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil
    ) -> AxisMarkValues { AxisMarkValues() }

    public static func stride(
        by component: Calendar.Component, count: Int = 1, roundLowerBound: Bool? = nil, roundUpperBound: Bool? = nil,
        calendar: Calendar? = nil
    ) -> AxisMarkValues { AxisMarkValues() }
}

public struct AxisValue {
    public let index: Int
    public let count: Int
    let value: Any

    public func `as`<P: Plottable>(_ type: P.Type) -> P? { value as? P }
}

public struct DefaultAxisMarks: AxisMark {}

public struct AxisMarks<Content: AxisMark>: AxisContent {
    public init(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
        values: AxisMarkValues = .automatic, stroke: StrokeStyle? = nil
    ) where Content == DefaultAxisMarks {}

    public init<Value: Plottable>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value],
        stroke: StrokeStyle? = nil
    ) where Content == DefaultAxisMarks {}

    public init<Format: FormatStyle>(
        format: Format, preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
        values: AxisMarkValues = .automatic, stroke: StrokeStyle? = nil
    ) where Content == DefaultAxisMarks, Format.FormatInput: Plottable, Format.FormatOutput == String {}

    public init(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
        values: AxisMarkValues = .automatic, @AxisMarkBuilder content: @escaping (AxisValue) -> Content
    ) {}

    public init(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic,
        values: AxisMarkValues = .automatic, @AxisMarkBuilder content: @escaping () -> Content
    ) {}

    public init<Value: Plottable>(
        preset: AxisMarkPreset = .automatic, position: AxisMarkPosition = .automatic, values: [Value],
        @AxisMarkBuilder content: @escaping (AxisValue) -> Content
    ) {}
}

public struct AxisGridLine: AxisMark {
    public init(centered: Bool? = nil, stroke: StrokeStyle? = nil) {}
}

public struct AxisTick: AxisMark {
    public struct Length: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
        public static let automatic = Length()
        public static let label = Length()

        private init() {}

        public init(integerLiteral value: Int) {}

        public init(floatLiteral value: Double) {}
    }

    public init(centered: Bool? = nil, length: Length = .automatic, stroke: StrokeStyle? = nil) {}
}

public struct AxisValueLabel<Content: View>: AxisMark {
    public init(
        centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
        verticalSpacing: CGFloat? = nil
    ) where Content == Text {}

    public init<Format: FormatStyle>(
        format: Format, centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
        verticalSpacing: CGFloat? = nil
    ) where Content == Text, Format.FormatInput: Plottable, Format.FormatOutput == String {}

    public init(
        centered: Bool? = nil, anchor: UnitPoint? = nil, multiLabelAlignment: Alignment? = nil,
        collisionResolution: AxisValueLabelCollisionResolution = .automatic, offsetsMarks: Bool? = nil,
        orientation: AxisValueLabelOrientation = .automatic, horizontalSpacing: CGFloat? = nil,
        verticalSpacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {}
}

public struct AxisValueLabelCollisionResolution: Sendable {
    public static let automatic = AxisValueLabelCollisionResolution()
    public static let disabled = AxisValueLabelCollisionResolution()

    public static func greedy(minimumSpacing: CGFloat? = nil) -> AxisValueLabelCollisionResolution { .automatic }
}

public struct AxisValueLabelOrientation: Sendable {
    public static let automatic = AxisValueLabelOrientation()
    public static let horizontal = AxisValueLabelOrientation()
    public static let vertical = AxisValueLabelOrientation()
}

public struct JoinedAxisMarks<T>: AxisMark {}

public struct JoinedAxisContent<T>: AxisContent {}

@resultBuilder
@MainActor
public struct AxisMarkBuilder {
    public static func buildExpression<Content: AxisMark>(_ content: Content) -> Content { content }

    public static func buildBlock<Content: AxisMark>(_ content: Content) -> Content { content }

    @_disfavoredOverload
    public static func buildBlock<each Content: AxisMark>(
        _ content: repeat each Content
    ) -> JoinedAxisMarks<(repeat each Content)> { JoinedAxisMarks() }

    public static func buildIf<Content: AxisMark>(_ content: Content?) -> JoinedAxisMarks<Content?> {
        JoinedAxisMarks()
    }

    public static func buildEither<T: AxisMark, F: AxisMark>(first: T) -> JoinedAxisMarks<(T, F)> { JoinedAxisMarks() }

    public static func buildEither<T: AxisMark, F: AxisMark>(second: F) -> JoinedAxisMarks<(T, F)> {
        JoinedAxisMarks()
    }
}

@resultBuilder
@MainActor
public struct AxisContentBuilder {
    public static func buildExpression<Content: AxisContent>(_ content: Content) -> Content { content }

    public static func buildBlock<Content: AxisContent>(_ content: Content) -> Content { content }

    @_disfavoredOverload
    public static func buildBlock<each Content: AxisContent>(
        _ content: repeat each Content
    ) -> JoinedAxisContent<(repeat each Content)> { JoinedAxisContent() }
}

extension AxisMark {
    public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some AxisMark { self }

    public func font(_ font: Font?) -> some AxisMark { self }
}

extension View {
    public func chartXAxis(_ visibility: Visibility) -> some View { self }

    public func chartYAxis(_ visibility: Visibility) -> some View { self }

    public func chartXAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View { self }

    public func chartYAxis<Content: AxisContent>(@AxisContentBuilder content: () -> Content) -> some View { self }
}
