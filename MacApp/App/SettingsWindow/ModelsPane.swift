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
            TokenSection(token: app.token, opener: app.services.system.citizen.opener)
        }
        .formStyle(.grouped)
        .task {
            await app.places.read()
            await app.token.read()
        }
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
    @State private var asks: Question?

    private enum Question { case downloads, more }

    var body: some View {
        Section("Folders for models") {
            ForEach(places.places, id: \.folder) { place in
                PlaceRow(place: place, places: places, opener: opener)
            }
            HStack {
                Button("Choose Another Folder for Downloads…") { asks = .downloads }
                if places.hasChosenFolder {
                    Button("Use the Usual Folder") { Task { await places.choose(nil) } }
                }
                Button("Add a Folder…") { asks = .more }
            }
            if places.changesAtNextStart { Text("The new folder is used from the next start of Tandem.") }
            if let error = places.error {
                Label(ErrorNotice(error).message, systemImage: "exclamationmark.triangle")
                Button("Dismiss") { places.dismissError() }
            }
        }
        .fileImporter(
            isPresented: Binding {
                asks != nil
            } set: {
                if !$0 { asks = nil }
            }, allowedContentTypes: [.folder]
        ) { [asks] result in
            guard let asks, let folder = try? result.get() else { return }
            Task { asks == .downloads ? await places.choose(folder.path) : await places.add(folder.path) }
        }
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

/// The token of the hub. It is never shown again.
struct TokenSection: View {
    let token: HubToken
    let opener: any Opener
    @State private var text = ""

    var body: some View {
        Section("Hugging Face token") {
            if token.isKept {
                Text("A token is kept in the Keychain. Some models ask for one.")
            } else {
                Text("Some models ask for a token. It is kept in the Keychain and sent to Hugging Face only.")
            }
            SecureField("Token", text: $text).onSubmit(keep)
            HStack {
                Button("Keep Token", action: keep).disabled(HubToken.trimmed(text) == nil)
                if token.isKept {
                    Button("Remove Token", role: .destructive) { Task { await token.remove() } }
                }
                if let tokens = OutsidePlace.tokens { Button("Get a Token…") { opener.open(tokens) } }
            }
            if let error = token.error { Label(ErrorNotice(error).message, systemImage: "exclamationmark.triangle") }
        }
    }

    private func keep() {
        let typed = text
        Task { if await token.keep(typed) { text = "" } }
    }
}
