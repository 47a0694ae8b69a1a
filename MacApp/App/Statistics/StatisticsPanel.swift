import Core
import SwiftUI

/// The numbers of the answer that is being written, or of the last one, at the side of a window.
struct StatisticsPanel: View {
    let window: WindowModel
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    var body: some View {
        let panel = LivePanel(window.app.statistics.statistics)
        ScrollView {
            VStack(alignment: .leading, spacing: 20) {
                if panel.phase == .nothing { NothingMeasured() } else { StatisticsCharts(panel: panel) }
                Divider()
                StatisticsSwitches(settings: window.app.settings)
            }
            .padding()
        }
        // It looks only while an answer comes, and once when it is over.
        .task(id: window.conversation.isAnswering) { await follow() }
    }

    private func follow() async {
        let statistics = window.app.statistics
        while !Task.isCancelled {
            statistics.tick(at: ProcessInfo.processInfo.systemUptime)
            guard window.conversation.isAnswering else { return }
            try? await Task.sleep(for: reducesMotion ? .seconds(1) : .milliseconds(100))
        }
    }
}
