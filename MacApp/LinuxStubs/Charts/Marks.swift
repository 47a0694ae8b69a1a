import SwiftUI

extension Mark {
    fileprivate init(_ kind: String, _ values: [(channel: String, label: Text, value: Any)?]) {
        self.init(kind: kind, values: values.compactMap { $0 })
    }
}

extension PlottableValue {
    fileprivate func on(_ channel: String) -> (channel: String, label: Text, value: Any) {
        (channel, label, value)
    }
}

public struct LineMark: ChartContent, Marked {
    public typealias Body = Never

    let marks: [Mark]

    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
        marks = [Mark("line", [x.on("x"), y.on("y")])]
    }

    public init<X: Plottable, Y: Plottable, S: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>
    ) {
        marks = [Mark("line", [x.on("x"), y.on("y"), series.on("series")])]
    }
}

public struct PointMark: ChartContent, Marked {
    public typealias Body = Never

    let marks: [Mark]

    public init<X: Plottable, Y: Plottable>(x: PlottableValue<X>, y: PlottableValue<Y>) {
        marks = [Mark("point", [x.on("x"), y.on("y")])]
    }
}

public struct AreaMark: ChartContent, Marked {
    public typealias Body = Never

    let marks: [Mark]

    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, stacking: MarkStackingMethod = .standard
    ) {
        marks = [Mark("area", [x.on("x"), y.on("y")])]
    }

    public init<X: Plottable, Y: Plottable, S: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, series: PlottableValue<S>,
        stacking: MarkStackingMethod = .standard
    ) {
        marks = [Mark("area", [x.on("x"), y.on("y"), series.on("series")])]
    }

    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) {
        marks = [Mark("area", [x.on("x"), yStart.on("yStart"), yEnd.on("yEnd")])]
    }
}

public struct BarMark: ChartContent, Marked {
    public typealias Body = Never

    let marks: [Mark]

    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic,
        height: MarkDimension = .automatic, stacking: MarkStackingMethod = .standard
    ) {
        marks = [Mark("bar", [x.on("x"), y.on("y")])]
    }

    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
    ) {
        marks = [Mark("bar", [xStart.on("xStart"), xEnd.on("xEnd"), y.on("y")])]
    }

    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
    ) {
        marks = [Mark("bar", [x.on("x"), yStart.on("yStart"), yEnd.on("yEnd")])]
    }

    public init<X: Plottable>(
        x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil, width: MarkDimension = .automatic,
        stacking: MarkStackingMethod = .standard
    ) {
        marks = [Mark("bar", [x.on("x")])]
    }

    public init<Y: Plottable>(
        xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableValue<Y>, height: MarkDimension = .automatic,
        stacking: MarkStackingMethod = .standard
    ) {
        marks = [Mark("bar", [y.on("y")])]
    }
}

public struct RectangleMark: ChartContent, Marked {
    public typealias Body = Never

    let marks: [Mark]

    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, y: PlottableValue<Y>, width: MarkDimension = .automatic,
        height: MarkDimension = .automatic
    ) {
        marks = [Mark("rectangle", [x.on("x"), y.on("y")])]
    }

    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) {
        marks = [
            Mark("rectangle", [xStart.on("xStart"), xEnd.on("xEnd"), yStart.on("yStart"), yEnd.on("yEnd")])
        ]
    }

    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>, height: MarkDimension = .automatic
    ) {
        marks = [Mark("rectangle", [xStart.on("xStart"), xEnd.on("xEnd"), y.on("y")])]
    }

    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>, width: MarkDimension = .automatic
    ) {
        marks = [Mark("rectangle", [x.on("x"), yStart.on("yStart"), yEnd.on("yEnd")])]
    }
}

public struct RuleMark: ChartContent, Marked {
    public typealias Body = Never

    let marks: [Mark]

    public init<X: Plottable>(x: PlottableValue<X>, yStart: CGFloat? = nil, yEnd: CGFloat? = nil) {
        marks = [Mark("rule", [x.on("x")])]
    }

    public init<Y: Plottable>(xStart: CGFloat? = nil, xEnd: CGFloat? = nil, y: PlottableValue<Y>) {
        marks = [Mark("rule", [y.on("y")])]
    }

    public init<X: Plottable, Y: Plottable>(
        x: PlottableValue<X>, yStart: PlottableValue<Y>, yEnd: PlottableValue<Y>
    ) {
        marks = [Mark("rule", [x.on("x"), yStart.on("yStart"), yEnd.on("yEnd")])]
    }

    public init<X: Plottable, Y: Plottable>(
        xStart: PlottableValue<X>, xEnd: PlottableValue<X>, y: PlottableValue<Y>
    ) {
        marks = [Mark("rule", [xStart.on("xStart"), xEnd.on("xEnd"), y.on("y")])]
    }
}
