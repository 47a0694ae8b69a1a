import Core
import EngineKit
import SwiftUI

/// A model on the hub: what it is, whether it fits, what downloading it takes.
struct ModelPageView: View {
    let page: ModelPage
    let app: AppModel
    let begun: @MainActor () -> Void
    @State private var withCompanion = true

    var body: some View {
        Form {
            Section(page.title) {
                LabeledContent("Name", value: page.name)
                if let fit = page.fit { FitLabel(fit: fit) }
                if page.needsTerms {
                    Text("Its terms have to be accepted on Hugging Face first, by the owner of your token.")
                }
                if let url = OutsidePlace.page(of: page.name) {
                    Button("Open Its Page: Files and License") { app.services.system.citizen.opener.open(url) }
                }
            }
            Section("Download") {
                if let download = page.download { Text(verbatim: download) }
                if let obstacle = page.obstacle { Label(obstacle, systemImage: "exclamationmark.triangle") }
                if page.plan.isEmpty, page.obstacle == nil { Text("It is on this Mac.") }
                if page.offersCompanion { Toggle("With its companion, which makes it faster", isOn: $withCompanion) }
                if page.canDownload { Button("Download", action: download).disabled(isUnderWay) }
                if isUnderWay { Text("It is being downloaded.") }
            }
        }
        .formStyle(.grouped)
    }

    private var isUnderWay: Bool {
        page.plan.contains { order in app.downloads.list[order.request].map { !$0.isOver } == true }
    }

    private func download() {
        let (orders, downloads) = (page.orders(withCompanion: withCompanion), app.downloads)
        Task { await downloads.start(orders) }
        begun()
    }
}
