import Core
import EngineKit
import SwiftUI

/// All downloads, and what can be done with each.
struct DownloadsView: View {
    let app: AppModel
    @State private var asks: DownloadItem?

    init(app: AppModel, asks: DownloadItem? = nil) {
        self.app = app
        _asks = State(initialValue: asks)
    }

    var body: some View {
        let downloads = app.downloads
        Group {
            if downloads.list.items.isEmpty {
                ContentUnavailableView(
                    "No downloads", systemImage: "arrow.down.circle",
                    description: Text(
                        "What you download from the library is shown here. It goes on when this window is closed."))
            } else {
                List {
                    ForEach(downloads.list.items) { item in
                        DownloadRow(item: item, app: app) { asks = item }
                    }
                    HStack {
                        Button("Pause All") { downloads.pauseAll() }.disabled(downloads.list.running == 0)
                        Button("Resume All") { downloads.resumeAll() }.disabled(downloads.list.resumable == 0)
                        Button("Clear the List") { downloads.clear() }
                            .disabled(!downloads.list.items.contains(where: \.isOver))
                    }
                }
            }
        }
        .confirmationDialog(
            "Cancel this download? What has arrived is deleted.",
            isPresented: Binding {
                asks != nil
            } set: {
                if !$0 { asks = nil }
            }, titleVisibility: .visible, presenting: asks
        ) { item in
            Button("Cancel the Download", role: .destructive) { Task { await downloads.cancel(item.id) } }
            Button("Go On", role: .cancel) {}
        } message: { item in
            Text(verbatim: item.title)
        }
    }
}

struct DownloadRow: View {
    let item: DownloadItem
    let app: AppModel
    let cancel: @MainActor () -> Void

    var body: some View {
        VStack(alignment: .leading, spacing: 6) {
            Text(verbatim: item.title).font(.headline)
            if item.isOver || item.notice != nil {
                EmptyView()
            } else {
                ProgressView(value: item.progress.fraction).accessibilityLabel(item.title)
            }
            if case .failed(let error) = item.progress.phase {
                ErrorRow(
                    error: error, app: app, repository: item.order.request.repository,
                    retry: { app.downloads.resume(item.id) })
            } else {
                Text(verbatim: item.status).font(.callout)
            }
            HStack {
                if item.canPause { Button("Pause") { app.downloads.pause(item.id) } }
                if item.canResume { Button("Resume") { app.downloads.resume(item.id) } }
                if item.canCancel { Button("Cancel…", action: cancel) }
            }
        }
        .accessibilityElement(children: .contain)
        .accessibilityLabel(item.title)
    }
}
