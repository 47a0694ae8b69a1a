import EngineKit
import Foundation
import Observation

/// The folders that models lie in, as the settings show them.
@Observable @MainActor
public final class ModelPlaces {
    public private(set) var places: [ModelPlace] = []
    public private(set) var hasChosenFolder = false
    /// Whether another folder was chosen than the one that is in use until Tandem starts anew.
    public private(set) var changesAtNextStart = false
    public private(set) var error: EngineError?
    @ObservationIgnored private let library: any ModelLibraryProtocol
    /// Told when models of other folders are to be listed.
    @ObservationIgnored private let changed: @MainActor () -> Void

    public init(_ library: any ModelLibraryProtocol, changed: @escaping @MainActor () -> Void = {}) {
        self.library = library
        self.changed = changed
    }

    public func dismissError() { error = nil }

    public func read() async {
        do throws(EngineError) {
            places = try await library.places()
            hasChosenFolder = try await library.hasChosenFolder()
        } catch { self.error = error }
    }

    /// Chooses the folder that downloads go to, or with `nil` the usual one.
    public func choose(_ folder: String?) async {
        do throws(EngineError) {
            try await library.chooseFolder(folder)
            hasChosenFolder = folder != nil
            changesAtNextStart = folder.map { $0 != library.modelsFolder } ?? true
        } catch { self.error = error }
    }

    public func add(_ folder: String) async {
        await change { library throws(EngineError) in try await library.addPlace(folder) }
    }

    public func remove(_ folder: String) async {
        await change { library throws(EngineError) in _ = try await library.removePlace(folder) }
    }

    private func change(_ change: (any ModelLibraryProtocol) async throws(EngineError) -> Void) async {
        do throws(EngineError) { try await change(library) } catch { self.error = error }
        await read()
        changed()
    }
}

extension ModelPlace {
    /// What it is for, in words.
    public var purpose: String {
        switch kind {
        case .downloads: String(localized: "Downloads go here.")
        case .lmStudio: String(localized: "Models of LM Studio; they are used and never changed.")
        case .added: String(localized: "Added by you; models in it are used and never changed.")
        }
    }
}
