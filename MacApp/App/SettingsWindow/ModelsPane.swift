import Core
import EngineKit
import SwiftUI
import UniformTypeIdentifiers

struct ModelsPane: View {
    let app: AppModel

    var body: some View {
        let settings = app.settings
        Form {
            SettingPicker(
                setting: .defaultModel, settings: settings, value: \.defaultModel, choices: models,
                title: ModelNames.shown)
            SettingPicker(
                setting: .thinking, settings: settings, value: \.thinking, choices: ThinkingChoice.allCases,
                title: \.title)
            SettingPicker(
                setting: .idleUnloadMinutes, settings: settings, value: \.idleUnloadMinutes,
                choices: Core.Settings.minutes(with: settings.settings.idleUnloadMinutes),
                title: Core.Settings.idleTitle)
            PlacesSection(places: app.places, opener: app.services.system.citizen.opener)
        }
        .formStyle(.grouped)
        .task { await app.places.read() }
    }

    /// With the one that is set, which may be gone.
    private var models: [String] {
        let usable = app.library.usable
        let current = app.settings.settings.defaultModel
        return usable.contains(current) ? usable : usable + [current]
    }
}

/// Where models lie.
struct PlacesSection: View {
    let places: ModelPlaces
    let opener: any Opener
    @State private var isChoosing = false
    /// What the folder that is being chosen is for.
    @State private var purpose = Purpose.more

    private enum Purpose { case downloads, more }

    var body: some View {
        Section("Folders for models") {
            ForEach(places.places, id: \.folder) { place in
                PlaceRow(place: place, places: places, opener: opener)
            }
            HStack {
                Button("Choose Another Folder for Downloads…") { choose(for: .downloads) }
                if places.hasChosenFolder {
                    Button("Use the Usual Folder") { Task { await places.choose(nil) } }
                }
                Button("Add a Folder…") { choose(for: .more) }
            }
            // On one row: what stands on a section stands on each of its rows, and would ask once for each.
            .fileImporter(isPresented: $isChoosing, allowedContentTypes: [.folder]) { result in
                guard let folder = try? result.get() else { return }
                Task { purpose == .downloads ? await places.choose(folder.path) : await places.add(folder.path) }
            }
            if places.changesAtNextStart { Text("The new folder is used from the next start of Tandem.") }
            if let error = places.error {
                Label(ErrorNotice(error).message, systemImage: "exclamationmark.triangle")
                Button("Dismiss") { places.dismissError() }
            }
        }
    }

    private func choose(for purpose: Purpose) {
        self.purpose = purpose
        isChoosing = true
    }
}

private struct PlaceRow: View {
    let place: ModelPlace
    let places: ModelPlaces
    let opener: any Opener

    var body: some View {
        HStack {
            VStack(alignment: .leading) {
                Text(verbatim: place.folder).lineLimit(1).truncationMode(.middle)
                Text(verbatim: place.purpose).font(.callout).foregroundStyle(.secondary)
                if !place.present { Text("It is not there now; its disk may not be connected.") }
            }
            Spacer()
            if place.present {
                Button("Show in Finder", systemImage: "folder") { opener.showInFinder(place.folder) }
                    .labelStyle(.iconOnly).help("Show in Finder")
            }
            if place.kind == .added {
                Button("Remove from the List", systemImage: "minus.circle") {
                    Task { await places.remove(place.folder) }
                }
                .labelStyle(.iconOnly).help("Remove from the List")
            }
        }
    }
}
