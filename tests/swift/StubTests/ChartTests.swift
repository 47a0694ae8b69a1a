import Charts
import Screen
import SwiftUI
import Testing

private enum Fate: String, Plottable, CaseIterable { case drafted, accepted }

private struct Speed: View {
    let model: Model

    var body: some View {
        Chart {
            ForEach(0..<model.count, id: \.self) { second in
                LineMark(x: .value("Time", second), y: .value("Rate", Double(second) * 10))
                    .foregroundStyle(by: .value("Kind", Fate.accepted))
                    .interpolationMethod(.monotone)
            }
            if model.isShown {
                RuleMark(y: .value("Plain", 12.0)).annotation { Text("without drafts") }
            }
        }
        .chartYScale(domain: 0...100)
        .chartForegroundStyleScale([Fate.drafted: Color.gray, Fate.accepted: Color.green])
        .chartXAxis {
            AxisMarks(values: .automatic(desiredCount: 4)) { value in
                AxisGridLine()
                AxisValueLabel { if let second = value.as(Int.self) { Text("\(second) s") } }
            }
        }
        .accessibilityLabel("Tokens a second")
    }
}

@MainActor
@Suite("Charts")
struct ChartTests {
    @Test func marksFollowTheirValues() {
        let model = Model()
        let screen = Screen(Speed(model: model))
        #expect(screen.marks().isEmpty)
        model.count = 2
        #expect(
            screen.marks() == [
                "line: x Time 0, y Rate 0.0, color Kind accepted", "line: x Time 1, y Rate 10.0, color Kind accepted",
            ])
        model.isShown = true
        #expect(screen.marks().last == "rule: y Plain 12.0")
        #expect(screen.texts() == ["without drafts"])
        #expect(screen.spoken().map(\.label) == ["Tokens a second"])
    }
}
