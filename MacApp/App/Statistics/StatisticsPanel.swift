import Core
import SwiftUI

/// The numbers of the answer that is being written, or of the last one, at the side of a window.
struct StatisticsPanel: View {
    let window: WindowModel
    /// As of the last look: each piece of the answer would be too often.
    @State private var rounds = RoundStrip()
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    var body: some View {
        let app = window.app
        let cost = app.measure.measurements[window.conversation.model]?.rowsCost ?? []
        let panel = LivePanel(app.statistics.statistics, rounds: rounds, rowsCost: cost)
        ScrollView {
            VStack(alignment: .leading, spacing: 20) {
                if panel.phase == .nothing {
                    NothingMeasured()
                } else {
                    StatisticsCharts(panel: panel) { window.follow(.measure) }
                }
                Divider()
                StatisticsSwitches(settings: app.settings)
            }
            .padding()
        }
        // It looks only while an answer comes, and once when it is over.
        .task(id: Following(window.conversation)) { await follow(window.conversation) }
    }

    private func follow(_ conversation: ConversationStore) async {
        while !Task.isCancelled {
            look(conversation)
            guard conversation.isAnswering else { return }
            try? await Task.sleep(for: reducesMotion ? .seconds(1) : .milliseconds(100))
        }
    }

    private func look(_ conversation: ConversationStore) {
        window.app.statistics.tick(at: ProcessInfo.processInfo.systemUptime)
        let latest = conversation.live?.rounds ?? conversation.rounds
        if latest != rounds { rounds = latest }
    }
}

/// What is followed, and whether there is anything to follow.
private struct Following: Equatable {
    let conversation: ObjectIdentifier
    let isAnswering: Bool

    @MainActor
    init(_ conversation: ConversationStore) {
        self.conversation = ObjectIdentifier(conversation)
        isAnswering = conversation.isAnswering
    }
}
