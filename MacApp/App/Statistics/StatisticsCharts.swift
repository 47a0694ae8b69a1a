import Charts
import Core
import SwiftUI

/// Before the first answer: what there will be.
struct NothingMeasured: View {
    var body: some View {
        ContentUnavailableView(
            "No answer yet", systemImage: "chart.xyaxis.line",
            description: Text(
                "While the model answers, you see here how fast its tokens come, how often drafts are accepted, and what each round brought."
            ))
    }
}

struct StatisticsCharts: View {
    let panel: LivePanel
    let measure: @MainActor () -> Void

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(verbatim: panel.title).font(.headline)
            if case .reading(let share) = panel.phase {
                ProgressView(value: share).accessibilityLabel("Reading the prompt")
            }
            Text(verbatim: panel.speed).font(.title2).monospacedDigit()
        }
        ChartBox(title: LocalizedStringKey("Tokens a second")) { SpeedChart(panel: panel) }
        ChartBox(title: LocalizedStringKey("Accepted drafts by position")) {
            AcceptanceChart(acceptance: panel.acceptance)
        }
        ChartBox(title: LocalizedStringKey("Rounds")) {
            RoundStripChart(strip: panel.rounds)
            RoundLegend()
        }
        ChartBox(title: LocalizedStringKey("Time of a pass by its rows")) {
            if panel.rowsCost.isEmpty {
                Button("Measure on This Mac…", action: measure).buttonStyle(.link)
            } else {
                RowsCostChart(costs: panel.rowsCost)
            }
        }
        LabeledContent("Memory", value: panel.memory)
        LabeledContent("Context", value: panel.context)
            .help(panel.contextSummary)
            .accessibilityHint(panel.contextSummary)
    }
}

/// A chart under its title.
struct ChartBox<Content: View>: View {
    let title: LocalizedStringKey
    @ViewBuilder let content: Content

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            // The chart says the same to VoiceOver.
            Text(title).font(.subheadline).foregroundStyle(.secondary).accessibilityHidden(true)
            content
        }
    }
}

struct SpeedChart: View {
    let panel: LivePanel

    var body: some View {
        Chart(panel.curve, id: \.time) { point in
            LineMark(x: .value("Seconds", point.time), y: .value("Tokens a second", point.tokensPerSecond))
                .interpolationMethod(.monotone)
        }
        .chartYScale(domain: .automatic(includesZero: true))
        .chartXAxisLabel("Seconds")
        .frame(height: 120)
        .accessibilityLabel("Tokens a second")
        .accessibilityValue(panel.speedSummary)
    }
}

struct AcceptanceChart: View {
    let acceptance: AcceptanceByPosition

    var body: some View {
        Chart(acceptance.places) { place in
            BarMark(x: .value("Position", place.name), y: .value("Accepted", place.share))
                .annotation(position: .top) { Text(verbatim: place.percent).font(.caption2) }
                .accessibilityLabel(place.name)
                .accessibilityValue(place.percent)
        }
        .chartYScale(domain: 0...1)
        .frame(height: 120)
        .accessibilityLabel("Accepted drafts by position")
        .accessibilityValue(acceptance.summary)
    }
}

/// How much longer a pass of more rows takes.
struct RowsCostChart: View {
    let costs: [Core.Measurement.RowsCost]

    var body: some View {
        Chart(costs) { pass in
            BarMark(x: .value("Rows", "\(pass.rows)"), y: .value("Time", pass.cost))
                .accessibilityLabel(pass.words)
        }
        .chartXAxisLabel("Rows of a pass")
        .frame(height: 120)
        .accessibilityLabel("Time of a pass by its rows")
        .accessibilityValue(costs.summary)
    }
}
