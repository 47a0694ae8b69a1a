import Core
import EngineKit
import SwiftUI

/// All that can be chosen in the library.
struct LibraryList: View {
    let app: AppModel
    let asking: Tasks
    @Binding var chosen: LibraryChoice?

    var body: some View {
        let library = app.library
        List(selection: $chosen) {
            Section("On This Mac") {
                ForEach(rows) { row in
                    InstalledRow(row: row).tag(LibraryChoice.installed(row.id))
                }
            }
            Section("Downloads") {
                Label(app.downloads.list.summary, systemImage: "arrow.down.circle").tag(LibraryChoice.downloads)
            }
            if library.isLooking { ProgressView("Searching…") }
            if !library.hits.isEmpty {
                Section("Found") {
                    ForEach(library.hits, id: \.repository) { hit in
                        HitRow(hit: hit).tag(LibraryChoice.page(hit.repository))
                    }
                }
            } else if case .words = library.query, !library.isLooking, library.error == nil {
                Text("Nothing was found.")
            }
            Section("For This Mac") { RecommendedRows(library: library, asking: asking) }
        }
        .listStyle(.sidebar)
    }

    private var rows: [ModelRow] {
        app.library.rows(
            defaultModel: app.settings.settings.defaultModel, paired: Set(app.library.companions.keys))
    }
}

struct InstalledRow: View {
    let row: ModelRow

    var body: some View {
        Label {
            VStack(alignment: .leading) {
                Text(verbatim: row.title)
                Text(verbatim: row.detail).font(.callout).foregroundStyle(.secondary)
                if row.isDefault { Text("For new chats").font(.callout) }
                if row.isOutdated { Text("A newer one is there").font(.callout) }
            }
        } icon: {
            Image(systemName: row.status.symbol).accessibilityLabel(row.status.title)
        }
    }
}

private struct HitRow: View {
    let hit: HubHit

    var body: some View {
        VStack(alignment: .leading) {
            Text(verbatim: hit.repository)
            HStack {
                Text("\(Int(clamping: hit.downloads)) downloads last month")
                if hit.mlx { Text("MLX") }
                if hit.gated { Text("Has terms") }
            }
            .font(.callout).foregroundStyle(.secondary)
        }
    }
}

/// The curated models, once the user wants to know of them.
private struct RecommendedRows: View {
    let library: ModelLibraryStore
    let asking: Tasks

    var body: some View {
        if library.isRecommending {
            ProgressView("Asking Hugging Face…")
        } else if library.curated.isEmpty {
            Button("Look for Models That Fit") { asking.run { await library.recommend() } }
        } else {
            ForEach(library.curated, id: \.repository) { model in
                CuratedRow(
                    model: model, page: library.knownPage(of: model.repository),
                    isBest: library.recommendation?.model == model
                )
                .tag(LibraryChoice.page(model.repository))
            }
            if library.curated.allSatisfy({ $0.available == nil }) {
                Text("Hugging Face cannot be reached. What is on this Mac works without it.")
                Button("Try Again") { asking.run { await library.recommend() } }
            }
        }
    }
}

private struct CuratedRow: View {
    let model: CuratedModel
    let page: ModelPage?
    let isBest: Bool

    var body: some View {
        VStack(alignment: .leading) {
            Text(verbatim: model.title)
            if isBest { Text("Recommended for this Mac").font(.callout) }
            if !model.verified { Text("Not tried with its companion yet").font(.callout).foregroundStyle(.secondary) }
            if let fit = page?.fit { FitLabel(fit: fit).font(.callout).foregroundStyle(.secondary) }
            if model.available == false { Text("Not on Hugging Face now").font(.callout) }
        }
    }
}
