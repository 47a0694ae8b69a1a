#if DEBUG
    import Core
    import EngineKit
    import SwiftUI

    extension AppModel {
        /// An app with models, and settings as a preview wants them.
        static func around(
            _ change: (inout Core.Settings) -> Void = { _ in },
            models: @Sendable (inout MockModelLibrary.Script) -> Void = { _ in },
            loginItem: (any LoginItem)? = nil, settingsFile: (any DocumentKeeping)? = nil
        ) -> AppModel {
            let library = MockModelLibrary(.preview)
            library.tell(models)
            let engine = MockEngine()
            engine.tell { script in
                script.load = { _, anyway throws(EngineError) in
                    throw anyway
                        ? EngineError(kind: .backend, message: "the GPU is lost", detail: "", remedy: .restart)
                        : EngineError(
                            kind: .doesNotFit,
                            message: "it needs 20 GB, more than all of the 12 GB that this Mac has for models",
                            detail: "", remedy: .loadAnyway)
                }
            }
            var services = AppServices.preview(.empty)
            (services.models, services.engine) = (library, engine)
            if let loginItem { services.system.citizen.loginItem = loginItem }
            if let settingsFile { services.settings = SettingsStore(settingsFile) }
            services.settings.change(change)
            return AppModel(services)
        }
    }

    extension MockModelLibrary.Script {
        fileprivate static var preview: MockModelLibrary.Script {
            var script = MockModelLibrary.Script()
            script.machine = .some(MachineMemory(total: 16_000_000_000, forModels: 12_000_000_000))
            script.modelsFolder = "/Users/you/Models"
            script.list = { () throws(EngineError) in ModelListing(models: []) }
            script.folders = { name throws(EngineError) in ModelFolders(target: name) }
            script.unfinished = { () throws(EngineError) in [] }
            script.places = { () throws(EngineError) in
                [
                    ModelPlace(folder: "/Users/you/Models", kind: .downloads),
                    ModelPlace(folder: "/Users/you/.lmstudio/models", kind: .lmStudio),
                    ModelPlace(folder: "/Volumes/Disk/Models", kind: .added, present: false),
                ]
            }
            script.hasChosenFolder = { () throws(EngineError) in true }
            script.hasToken = { () throws(EngineError) in false }
            script.curated = { _ throws(EngineError) in
                [
                    CuratedModel(
                        title: "Small", repository: "org/small", companions: [], verified: false, available: true),
                    CuratedModel(
                        title: "Large", repository: "org/large", companions: ["org/drafts"], verified: true,
                        available: true),
                ]
            }
            script.show = { name, _ throws(EngineError) in .preview(name) }
            script.search = { _, _ throws(EngineError) in
                (1...30).map { HubHit(repository: "owner/model-\($0)", downloads: UInt64($0) * 1000, gated: $0 == 3) }
            }
            return script
        }
    }

    extension ModelOffer {
        static func preview(_ name: String, band: FitBand = .safe) -> ModelOffer {
            var offer = ModelOffer(repository: name)
            let size: UInt64 = name == "org/small" ? 1_000_000_000 : 4_000_000_000
            (offer.bytes, offer.bytesToFetch, offer.diskFree) = (size, size, 100_000_000_000)
            (offer.memory, offer.band) = (MemoryNeed(weights: size, total: size), band)
            if name == "org/large" { offer.companions = [.init(name: "org/drafts", bytes: 200_000_000)] }
            return offer
        }
    }

    extension DownloadProgress {
        static let halfway = DownloadProgress(
            phase: .downloading(notice: nil), bytes: 2_000_000_000, total: 4_000_000_000, fraction: 0.5,
            bytesPerSecond: 40_000_000, secondsLeft: 50)
    }

    /// A view of an app that has gone somewhere first.
    struct Prepared<Content: View>: View {
        let app: AppModel
        let prepare: @MainActor (AppModel) async -> Void
        @ViewBuilder let content: (AppModel) -> Content

        init(
            _ app: AppModel, _ prepare: @escaping @MainActor (AppModel) async -> Void = { _ in },
            @ViewBuilder content: @escaping (AppModel) -> Content
        ) {
            self.app = app
            self.prepare = prepare
            self.content = content
        }

        var body: some View {
            // A content that is nothing yet would not appear, and what prepares it would not run.
            ZStack { content(app) }.task { await prepare(app) }
        }
    }
#endif
