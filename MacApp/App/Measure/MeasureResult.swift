import Charts
import Core
import EngineKit
import SwiftUI

/// What was measured, whether drafting pays here, and what is made of it.
struct MeasureResult: View {
    let measurement: Core.Measurement
    let measured: MeasuredDepth?
    let use: @MainActor (Bool) -> Void

    var body: some View {
        Text(verbatim: measurement.sentence).font(.headline)
        if let measured { MeasureChoice(measured: measured, use: use) }
        ChartBox(title: LocalizedStringKey("Tokens a second by drafts a round")) {
            SpeedByDepthChart(measurement: measurement)
        }
        MeasureTable(rows: measurement.rows)
        if measurement.rowsCost.count > 1 {
            ChartBox(title: LocalizedStringKey("Time of a pass by its rows")) {
                RowsCostChart(costs: measurement.rowsCost)
            }
        }
    }
}

/// Whether the measured depth is used, or Tandem chooses with each answer.
private struct MeasureChoice: View {
    let measured: MeasuredDepth
    let use: @MainActor (Bool) -> Void

    var body: some View {
        Picker("From now on", selection: choice) {
            Text("Let Tandem choose with each answer").tag(false)
            Text("Always: \(measured.title)").tag(true)
        }
        .pickerStyle(.radioGroup)
        Text("This holds for this model, and for chats that have no choice of their own.")
            .font(.caption).foregroundStyle(.secondary)
    }

    private var choice: Binding<Bool> {
        Binding {
            measured.isUsed
        } set: {
            use($0)
        }
    }
}

private struct SpeedByDepthChart: View {
    let measurement: Core.Measurement

    var body: some View {
        Chart(measurement.rows) { row in
            BarMark(x: .value("Drafts a round", row.depthWords), y: .value("Tokens a second", row.tokensPerSecond))
                .annotation(position: .top) {
                    // Not by color alone.
                    if row.isBest { Image(systemName: "star.fill").font(.caption2).accessibilityHidden(true) }
                }
                .accessibilityLabel(row.words)
        }
        .frame(height: 140)
        .accessibilityLabel("Tokens a second by drafts a round")
        .accessibilityValue(measurement.sentence)
    }
}

private struct MeasureTable: View {
    let rows: [Core.Measurement.Row]

    var body: some View {
        Table(rows) {
            TableColumn("Drafts a round") { (row: Core.Measurement.Row) in DepthCell(row: row) }
            TableColumn("Speed") { (row: Core.Measurement.Row) in Text(verbatim: row.speedWords).monospacedDigit() }
            TableColumn("Gain") { (row: Core.Measurement.Row) in Text(verbatim: row.gainWords).monospacedDigit() }
            TableColumn("Accepted") { (row: Core.Measurement.Row) in
                Text(verbatim: row.acceptanceWords).monospacedDigit()
            }
            TableColumn("Tokens a round") { (row: Core.Measurement.Row) in
                Text(verbatim: row.roundWords).monospacedDigit()
            }
        }
        .frame(height: 40 + 28 * CGFloat(rows.count))
    }
}

private struct DepthCell: View {
    let row: Core.Measurement.Row

    var body: some View {
        if row.isBest {
            Label {
                Text(verbatim: row.depthWords)
            } icon: {
                Image(systemName: "star.fill").accessibilityLabel("The fastest")
            }
        } else {
            Text(verbatim: row.depthWords)
        }
    }
}

struct MeasureFailure: View {
    let error: EngineError

    var body: some View {
        Label {
            Text(verbatim: ErrorNotice(error).message)
        } icon: {
            Image(systemName: "exclamationmark.triangle")
        }
    }
}
