import Core
import EngineKit
import SwiftUI

/// What is chosen, in full.
struct LibraryDetail: View {
    let app: AppModel
    let asking: Tasks
    @Binding var chosen: LibraryChoice?

    var body: some View {
        let library = app.library
        switch chosen {
        case .downloads: DownloadsView(app: app)
        case .installed(let id):
            if let row = library.rows(
                defaultModel: app.settings.settings.defaultModel, paired: Set(library.companions.keys)
            ).first(where: { $0.id == id }) {
                InstalledModelView(row: row, app: app)
            } else {
                ContentUnavailableView("The model is not there any more", systemImage: "shippingbox")
            }
        case .page(let name):
            if let page = library.page, page.name == name {
                ModelPageView(page: page, app: app) { chosen = .downloads }
            } else if library.opening == name || library.isLooking {
                ProgressView("Asking Hugging Face…").frame(maxHeight: .infinity)
            } else {
                ContentUnavailableView {
                    Label("The page could not be shown", systemImage: "wifi.exclamationmark")
                } actions: {
                    Button("Try Again") { asking.run { await library.open(name) } }
                }
            }
        case .named(let name):
            ContentUnavailableView {
                Label {
                    Text(verbatim: name)
                } icon: {
                    Image(systemName: "shippingbox")
                }
            } description: {
                Text("Hugging Face is not asked about it before you look it up.")
            } actions: {
                Button("Look It Up") { chosen = .page(name) }
            }
        case nil:
            ContentUnavailableView(
                "No model chosen", systemImage: "shippingbox",
                description: Text("Choose one, search for one, or paste a name such as owner/name."))
        }
    }
}

/// A model on this Mac.
struct InstalledModelView: View {
    let row: ModelRow
    let app: AppModel
    @State private var asks: ModelRow.Action?

    init(row: ModelRow, app: AppModel, asks: ModelRow.Action? = nil) {
        self.row = row
        self.app = app
        _asks = State(initialValue: asks)
    }

    var body: some View {
        let library = app.library
        Form {
            Section(row.title) {
                LabeledContent("State", value: row.status.title)
                Text(verbatim: row.detail)
                if row.isDefault { Text("New chats begin with this model.") }
                if let companion = library.companions[row.name] {
                    LabeledContent("Companion", value: ModelNames.shown(companion))
                }
            }
            Section("What can be done") {
                ForEach(row.actions, id: \.self) { action in button(action) }
                if row.actions.contains(.use) { loading }
            }
        }
        .formStyle(.grouped)
        .confirmationDialog(
            asks == .delete ? library.deletion(of: row.name) ?? "" : library.removal(of: row.name),
            isPresented: Binding {
                asks != nil
            } set: {
                if !$0 { asks = nil }
            }, titleVisibility: .visible
        ) {
            if asks == .delete {
                Button("Delete", role: .destructive) { Task { await library.delete(row.name) } }
            } else {
                Button("Take off the List") { Task { await library.delete(row.name) } }
            }
            Button("Cancel", role: .cancel) {}
        }
    }

    @ViewBuilder
    private func button(_ action: ModelRow.Action) -> some View {
        let library = app.library
        switch action {
        case .use:
            Button(action.title) { app.settings.change { $0.defaultModel = row.name } }.disabled(row.isDefault)
        case .download:
            Button(action.title) {
                Task { await app.downloads.start(DownloadOrder(DownloadRequest(repository: row.name))) }
            }
        case .verify: Button(action.title) { library.verify(row.name) }.disabled(library.work != nil)
        case .pair:
            if !library.companionsInstalled.isEmpty {
                SwiftUI.Menu(action.title) {
                    ForEach(library.companionsInstalled, id: \.self) { companion in
                        Button(ModelNames.shown(companion)) {
                            Task { await library.pair(row.name, with: companion) }
                        }
                    }
                }
            }
        case .unpair: Button(action.title) { Task { await library.unpair(row.name) } }
        case .showInFinder: Button(action.title) { app.services.system.citizen.opener.showInFinder(row.id) }
        case .delete, .remove: Button(action.title, role: .destructive) { asks = action }
        }
    }

    /// Answers load by themselves; who wants to wait now and not then can.
    @ViewBuilder
    private var loading: some View {
        if case .loading(row.name) = app.loader.state {
            ProgressView("Loading…")
        } else if row.status == .inMemory {
            Button("Free Its Memory") { app.loader.unload() }.disabled(app.citizen.use.isBusy)
        } else {
            Button("Load Now") { app.loader.load(row.name) }.disabled(app.citizen.use.isBusy)
        }
    }
}
