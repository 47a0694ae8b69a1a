import SwiftUI

extension View {
    /// The panel of statistics at the side of a window, with its button.
    func statisticsInspector(_ window: WindowModel) -> some View {
        inspector(
            isPresented: Binding {
                window.showsStatistics
            } set: {
                window.showsStatistics = $0
            }
        ) {
            StatisticsPanel(window: window).inspectorColumnWidth(min: 240, ideal: 300, max: 420)
        }
        .toolbar {
            ToolbarItem(placement: .primaryAction) {
                let title = window.context.title(of: .toggleStatistics)
                Button(title, systemImage: "sidebar.trailing") { window.perform(.toggleStatistics) }.help(title)
            }
        }
    }
}
