import Core
import EngineKit
import SwiftUI
import UniformTypeIdentifiers

/// What is chosen in the library.
enum LibraryChoice: Hashable {
    case downloads
    case installed(ModelRow.ID)
    case page(String)
    /// A name that came from elsewhere, such as an address: the hub is not asked for it before the user says so.
    case named(String)
}

/// The models on this Mac and on the hub. The hub is asked when the user looks for something, and not before.
struct ModelLibraryWindow: View {
    let app: AppModel
    @State private var chosen: LibraryChoice?
    @State private var query = ""
    @State private var isImporting = false
    /// Whether the folder that is being chosen is copied, or stays where it is.
    @State private var copies = false
    /// What the hub is asked for this window.
    @State private var asking = Tasks()

    init(app: AppModel, chosen: LibraryChoice? = nil) {
        self.app = app
        _chosen = State(initialValue: chosen)
    }

    var body: some View {
        NavigationSplitView {
            LibraryList(app: app, asking: asking, chosen: $chosen)
                .searchable(text: $query, prompt: "Search, or owner/name")
                .onSubmit(of: .search, look)
        } detail: {
            VStack(spacing: 0) {
                LibraryNotices(app: app)
                LibraryDetail(app: app, asking: asking, chosen: $chosen)
            }
        }
        .navigationTitle("Model Library")
        .toolbar {
            SwiftUI.Menu("Add a Folder", systemImage: "plus") {
                Button("Link a Model’s Folder…") { importFolder(copy: false) }
                Button("Copy a Model’s Folder…") { importFolder(copy: true) }
            }
        }
        .fileImporter(isPresented: $isImporting, allowedContentTypes: [.folder]) { result in
            guard let folder = try? result.get() else { return }
            app.library.importFolder(folder.path, copy: copies)
        }
        .loadingQuestions(app.loader)
        .task {
            await app.library.refresh()
            open(chosen)
        }
        .onChange(of: chosen) { _, chosen in open(chosen) }
        .onChange(of: app.wantedChoice, initial: true) { _, wanted in
            guard let wanted else { return }
            chosen = wanted
            app.wantedChoice = nil
        }
        .onDisappear { asking.cancel() }
    }

    private func importFolder(copy: Bool) {
        copies = copy
        isImporting = true
    }

    private func look() {
        let library = app.library
        let query = query
        asking.run {
            await library.look(for: query)
            // A name that was pasted leads to its page.
            if case .repository(let name) = library.query { chosen = .page(name) }
        }
    }

    private func open(_ choice: LibraryChoice?) {
        let library = app.library
        switch choice {
        case .page(let name) where library.page?.name != name: asking.run { await library.open(name) }
        case .installed(let id):
            guard let model = library.installed.first(where: { $0.folder == id }) else { return }
            asking.run { await library.readCompanion(of: model.name) }
        default: break
        }
    }
}

/// What went wrong, what is under way, and what came of it.
struct LibraryNotices: View {
    let app: AppModel

    var body: some View {
        let library = app.library
        VStack(alignment: .leading, spacing: 8) {
            if let error = library.error {
                ErrorRow(error: error, app: app, dismiss: { library.dismissError() })
            }
            if let error = app.downloads.error {
                ErrorRow(error: error, app: app, dismiss: { app.downloads.dismissError() })
            }
            ForEach(library.notices, id: \.self) { Label($0, systemImage: "exclamationmark.triangle") }
            if let work = library.work {
                HStack {
                    ProgressView(ModelNames.shown(work.model), value: work.fraction)
                    Button("Stop") { library.stopWork() }
                }
            }
            if let result = library.result { Text(verbatim: result) }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .padding(.horizontal)
    }
}

/// A text of a fit, with a sign besides the color.
struct FitLabel: View {
    let fit: ModelFit

    var body: some View {
        Label(fit.sentence, systemImage: symbol)
    }

    private var symbol: String {
        switch fit.band {
        case .safe: "checkmark.circle"
        case .tight: "exclamationmark.circle"
        case .refuse: "xmark.octagon"
        }
    }
}
