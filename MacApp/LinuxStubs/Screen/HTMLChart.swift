import Foundation
import SwiftUI

/// A chart as a simple picture: the right marks at the right places, on axes from the least to the greatest value.
@MainActor
func chartPicture(_ chart: Node) -> String {
    let marks = chart.children.filter { $0.kind == .mark }.map { mark in
        Dictionary(mark.looks.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
    }
    return ChartPicture(marks: marks).svg
}

private struct ChartPicture {
    typealias Mark = [String: String]

    let marks: [Mark]
    let across: Axis
    let up: Axis
    let kinds: [String]

    private static let width = 420.0, height = 150.0, left = 44.0, bottom = 18.0
    private static let colours = ["#3b7ddd", "#3fa35c", "#e08a2e", "#b54fc4", "#d64545", "#7a8290"]

    init(marks: [Mark]) {
        self.marks = marks
        let standing = marks.contains { ["bar", "area"].contains($0["mark"]) && $0["y"].flatMap(Double.init) != nil }
        let hasBars = marks.contains { $0["mark"] == "bar" && $0["x"] != nil }
        across = Axis(marks.flatMap { mark in ["x", "xStart", "xEnd"].compactMap { mark[$0] } }, withMargin: hasBars)
        var heights = marks.flatMap { mark in ["y", "yStart", "yEnd"].compactMap { mark[$0] } }
        heights += stacked(marks).map { "\($0)" }
        up = Axis(heights, withZero: standing)
        var kinds: [String] = []
        for mark in marks {
            if let kind = mark["color"] ?? mark["series"], !kinds.contains(kind) { kinds.append(kind) }
        }
        self.kinds = kinds
    }

    var svg: String {
        var drawn = ""
        var lines: [(kind: String, colour: String, points: [String])] = []
        var tops: [String: Double] = [:]
        for mark in marks {
            let colour = colour(of: mark)
            switch mark["mark"] {
            case "line", "area":
                let key = (mark["mark"] ?? "") + (mark["series"] ?? mark["color"] ?? "")
                let point = "\(x(mark["x"])),\(y(mark["y"] ?? mark["yEnd"]))"
                if let index = lines.firstIndex(where: { $0.kind == key }) {
                    lines[index].points.append(point)
                } else {
                    lines.append((key, colour, [point]))
                }
            case "point":
                drawn += "<circle cx=\"\(x(mark["x"]))\" cy=\"\(y(mark["y"]))\" r=\"3\" fill=\"\(colour)\"/>"
            case "rule": drawn += rule(mark, colour)
            default: drawn += bar(mark, colour, &tops)
            }
        }
        for line in lines {
            drawn +=
                "<polyline points=\"\(line.points.joined(separator: " "))\" fill=\"none\" stroke=\"\(line.colour)\""
                + " stroke-width=\"2\"/>"
        }
        return tag("div", "picture", frame(drawn)) + legend
    }

    private func bar(_ mark: Mark, _ colour: String, _ tops: inout [String: Double]) -> String {
        var (from, to) = (x(mark["xStart"]), x(mark["xEnd"]))
        if mark["xStart"] == nil {
            let half = Self.width / Double(max(across.count, 1)) * 0.35
            (from, to) = (x(mark["x"]) - half, x(mark["x"]) + half)
        }
        var (top, low) = (y(mark["yEnd"]), y(mark["yStart"]))
        if mark["yStart"] == nil {
            if let place = mark["x"], let size = mark["y"].flatMap(Double.init), up.isNumeric {
                let base = mark["position"] == nil ? tops[place] ?? 0 : 0
                tops[place] = base + size
                (top, low) = (y("\(base + size)"), y("\(base)"))
            } else {
                (top, low) = (y(mark["y"]) - 8, y(mark["y"]) + 8)
            }
        }
        return "<rect x=\"\(min(from, to))\" y=\"\(min(top, low))\" width=\"\(max(abs(to - from), 1))\""
            + " height=\"\(max(abs(low - top), 1))\" fill=\"\(colour)\" stroke=\"white\" stroke-width=\"0.5\"/>"
    }

    private func rule(_ mark: Mark, _ colour: String) -> String {
        let (from, to) = (
            mark["x"] == nil ? Self.left : x(mark["x"]), mark["x"] == nil ? Self.left + Self.width : x(mark["x"])
        )
        let (top, low) = mark["y"] == nil ? (0, Self.height) : (y(mark["y"]), y(mark["y"]))
        return
            "<line x1=\"\(from)\" y1=\"\(top)\" x2=\"\(to)\" y2=\"\(low)\" stroke=\"\(colour)\" stroke-dasharray=\"4\"/>"
    }

    private func frame(_ inside: String) -> String {
        let (width, height) = (Self.left + Self.width + 8, Self.height + Self.bottom + 8)
        var labels = ""
        for (place, words) in across.labels {
            labels += "<text x=\"\(Self.left + place * Self.width)\" y=\"\(height - 4)\" text-anchor=\"middle\">"
            labels += "\(escaped(words))</text>"
        }
        for (place, words) in up.labels {
            labels += "<text x=\"\(Self.left - 6)\" y=\"\((1 - place) * Self.height + 8)\" text-anchor=\"end\">"
            labels += "\(escaped(words))</text>"
        }
        let ground =
            "<rect x=\"\(Self.left)\" y=\"4\" width=\"\(Self.width)\" height=\"\(Self.height)\" class=\"ground\"/>"
        return "<svg width=\"\(Int(width))\" height=\"\(Int(height))\">\(ground)\(inside)\(labels)</svg>"
    }

    private var legend: String {
        let entries = kinds.enumerated().map { index, kind in
            "<span><i style=\"background:\(Self.colours[index % Self.colours.count])\"></i>\(escaped(kind))</span>"
        }
        return entries.isEmpty ? "" : tag("div", "legend", entries.joined())
    }

    private func colour(of mark: Mark) -> String {
        let index = (mark["color"] ?? mark["series"]).flatMap(kinds.firstIndex(of:)) ?? 0
        return Self.colours[index % Self.colours.count]
    }

    private func x(_ value: String?) -> Double { Self.left + across.place(of: value) * Self.width }
    private func y(_ value: String?) -> Double { 4 + (1 - up.place(of: value)) * Self.height }
}

/// What bars of one place reach together.
private func stacked(_ marks: [[String: String]]) -> [Double] {
    var tops: [String: Double] = [:]
    for mark in marks where mark["mark"] == "bar" && mark["position"] == nil {
        if let place = mark["x"], let size = mark["y"].flatMap(Double.init) { tops[place, default: 0] += size }
    }
    return Array(tops.values)
}

/// Numbers between the least and the greatest, anything else side by side.
private struct Axis {
    private let numbers: ClosedRange<Double>?
    /// The numbers that are written beside it.
    private let ends: [Double]
    private let names: [String]

    /// With a margin, what stands at the ends has room for its width.
    init(_ values: [String], withZero: Bool = false, withMargin: Bool = false) {
        var names: [String] = []
        for value in values where !names.contains(value) { names.append(value) }
        self.names = names
        let known = names.compactMap(Double.init).filter(\.isFinite)
        if known.count == names.count, let least = known.min(), let greatest = known.max() {
            let from = withZero ? min(least, 0) : least
            let to = withZero ? max(greatest, 0) : greatest
            let step = to > from ? (to - from) / Double(max(known.count - 1, 1)) : 1
            let margin = withMargin || to == from ? step / 2 : 0
            numbers = from - margin...to + margin
            ends = to > from ? [from, to] : [from]
        } else {
            numbers = nil
            ends = []
        }
    }

    var count: Int { names.count }
    var isNumeric: Bool { numbers != nil }

    /// From 0 to 1.
    func place(of value: String?) -> Double {
        guard let value else { return 0 }
        if let numbers, let number = Double(value), number.isFinite {
            return (number - numbers.lowerBound) / (numbers.upperBound - numbers.lowerBound)
        }
        return (Double(names.firstIndex(of: value) ?? 0) + 0.5) / Double(max(names.count, 1))
    }

    var labels: [(place: Double, words: String)] {
        guard numbers != nil else { return names.prefix(12).map { (place(of: $0), $0) } }
        return ends.map { number in
            (place(of: "\(number)"), number == number.rounded() && abs(number) < 1e9 ? "\(Int(number))" : "\(number)")
        }
    }
}
