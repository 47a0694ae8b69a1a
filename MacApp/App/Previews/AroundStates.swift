#if DEBUG
    import Core
    import EngineKit
    import Foundation
    import SwiftUI

    extension ScreenState {
        /// What surrounds the chats.
        static var around: [ScreenState] { [firstRun, settings, library, downloads, notices].flatMap(\.self) }

        static var firstRun: [ScreenState] {
            let steps = Onboarding.Step.allCases.map { step in
                ScreenState("first steps, \(step.rawValue)") {
                    FirstRunWindow(app: .around { $0.onboarding = step })
                }
            }
            func models(
                _ name: String, shows: String, _ change: @escaping @Sendable (inout MockModelLibrary.Script) -> Void
            ) -> ScreenState {
                ScreenState("first steps, model, \(name)", shows: shows) {
                    Prepared(.around({ $0.onboarding = .model }, models: change)) {
                        $0.firstRun.look()
                    } content: {
                        FirstRunWindow(app: $0)
                    }
                }
            }
            let found = [
                models("recommended", shows: "Large fits this Mac") { _ in },
                models("looking", shows: "Asking Hugging Face…") { script in
                    script.curated = { _ throws(EngineError) in
                        try? await Task.sleep(for: .seconds(3600))
                        return []
                    }
                },
                models("offline", shows: "Hugging Face cannot be reached") { script in
                    script.curated = { _ throws(EngineError) in [] }
                },
                models("nothing fits", shows: "None of the known models fits") { script in
                    script.show = { name, _ throws(EngineError) in .preview(name, band: .refuse) }
                },
            ]
            return steps + found
        }

        static var settings: [ScreenState] {
            let panes = SettingsPane.allCases.map { pane in
                ScreenState("settings, \(pane.rawValue)") { SettingsWindow(app: .around(), pane: pane) }
            }
            let unreadable = ScreenState("settings, models, a folder that cannot be read") {
                SettingsWindow(
                    app: .around(models: { script in
                        script.places = { () throws(EngineError) in throw .preview("the disk cannot be read") }
                    }), pane: .models)
            }
            let measured = ScreenState("settings, speculation, measured", shows: "Forget What Was Measured") {
                SettingsWindow(
                    app: .around {
                        $0.measured["org/large"] = MeasuredDepth(
                            depth: 2, gain: 1.5, companion: "own", date: Date(timeIntervalSince1970: 0), isUsed: true)
                    }, pane: .speculation)
            }
            let token = ScreenState("settings, privacy, a token", shows: "A token is kept in the Keychain") {
                SettingsWindow(
                    app: .around(models: { script in script.hasToken = { () throws(EngineError) in true } }),
                    pane: .privacy)
            }
            return panes + [unreadable, measured, token]
        }

        static var library: [ScreenState] {
            [
                ScreenState("library, empty") { ModelLibraryWindow(app: .around()) },
                ScreenState("library, every kind of model") { ModelLibraryWindow(app: .withModels) },
                ScreenState("library, a model") {
                    ModelLibraryWindow(app: .withModels, chosen: .installed("/models/large"))
                },
                ScreenState("library, failed") {
                    ModelLibraryWindow(
                        app: .around(models: { script in
                            script.list = { () throws(EngineError) in throw .preview("the disk cannot be read") }
                        }))
                },
                ScreenState("library, many found") {
                    Prepared(.around()) {
                        await $0.library.look(for: "some words")
                    } content: {
                        ModelLibraryWindow(app: $0)
                    }
                },
                ScreenState("library, offline", shows: "Hugging Face cannot be reached") {
                    Prepared(
                        .around(models: { script in
                            script.search = { _, _ throws(EngineError) in
                                throw EngineError(
                                    kind: .network, message: "Hugging Face cannot be reached", detail: "",
                                    remedy: .checkNetwork)
                            }
                        })
                    ) {
                        await $0.library.look(for: "some words")
                    } content: {
                        ModelLibraryWindow(app: $0)
                    }
                },
                ScreenState("library, searching", shows: "Searching…") {
                    Prepared(
                        .around(models: { script in
                            script.search = { _, _ throws(EngineError) in
                                try? await Task.sleep(for: .seconds(3600))
                                return []
                            }
                        })
                    ) {
                        await $0.library.look(for: "some words")
                    } content: {
                        ModelLibraryWindow(app: $0)
                    }
                },
                ScreenState("library, a name from elsewhere", shows: "Look It Up") {
                    ModelLibraryWindow(app: .around(), chosen: .named("org/large"))
                },
                ScreenState("library, for this Mac") {
                    Prepared(.around()) {
                        await $0.library.recommend()
                    } content: {
                        ModelLibraryWindow(app: $0)
                    }
                },
                ScreenState("library, a page") { ModelLibraryWindow(app: .around(), chosen: .page("org/large")) },
                ScreenState("library, a page, no room") {
                    ModelLibraryWindow(
                        app: .around(models: { script in
                            script.show = { name, _ throws(EngineError) in
                                var offer = ModelOffer.preview(name, band: .refuse)
                                (offer.diskFree, offer.gated) = (1_000_000, true)
                                return offer
                            }
                        }), chosen: .page("org/large"))
                },
                ScreenState("library, a page, offline") {
                    ModelLibraryWindow(
                        app: .around(models: { script in
                            script.show = { _, _ throws(EngineError) in
                                throw EngineError(
                                    kind: .network, message: "Hugging Face cannot be reached", detail: "",
                                    remedy: .checkNetwork)
                            }
                        }), chosen: .page("org/large"))
                },
                ScreenState("library, checking files", shows: "Stop") {
                    Prepared(
                        .around(models: { script in
                            script.verify = { _ in
                                let (steps, continuation) = WorkSteps<[VerifiedFile]>.makeStream()
                                continuation.yield(.progress(done: 1, total: 4))
                                return steps
                            }
                        })
                    ) {
                        $0.library.verify("org/large")
                    } content: {
                        ModelLibraryWindow(app: $0)
                    }
                },
                ScreenState("library, no memory") {
                    Prepared(.withModels) {
                        $0.loader.load("org/large")
                    } content: {
                        ModelLibraryWindow(app: $0, chosen: .installed("/models/large"))
                    }
                },
            ]
        }

        static var downloads: [ScreenState] {
            let failures: [(String, EngineError.Remedy)] = [
                ("no network", .checkNetwork), ("no token", .enterToken), ("terms", .acceptTerms),
                ("disk full", .freeSpace), ("hub", .tryAgain),
            ]
            let courses = [
                ScreenState("downloads, empty") { DownloadsView(app: .around()) },
                ScreenState("downloads, many", shows: "model-12") {
                    Prepared(
                        .around(models: { script in
                            script.pull = { request throws(EngineError) in MockDownload(request) }
                        })
                    ) { app in
                        for number in 1...12 {
                            await app.downloads.start(
                                DownloadOrder(DownloadRequest(repository: "org/model-\(number)")))
                        }
                    } content: {
                        DownloadsView(app: $0)
                    }
                },
                downloads("halfway", .halfway), downloads("paused", DownloadProgress(phase: .paused, fraction: 0.5)),
                downloads("checking", DownloadProgress(phase: .checking, fraction: 1)),
                downloads("done", DownloadProgress(phase: .done(folder: "/models/large"), fraction: 1)),
                ScreenState("downloads, left over") {
                    Prepared(
                        .around(models: { script in
                            script.unfinished = { () throws(EngineError) in [DownloadRequest(repository: "org/large")] }
                        })
                    ) {
                        await $0.downloads.findLeftOver()
                    } content: {
                        DownloadsView(app: $0)
                    }
                },
            ]
            let failed = failures.map { name, remedy in
                downloads(
                    "failed, \(name)",
                    DownloadProgress(
                        phase: .failed(EngineError(kind: .hub, message: "it did not work", detail: "", remedy: remedy)))
                )
            }
            return courses + failed
        }

        private static func downloads(_ name: String, _ progress: DownloadProgress) -> ScreenState {
            ScreenState("downloads, \(name)") {
                let download = MockDownload(DownloadRequest(repository: "org/large"))
                Prepared(.around(models: { script in script.pull = { _ throws(EngineError) in download } })) {
                    await $0.downloads.start(DownloadOrder(download.request))
                    download.tell(progress)
                } content: {
                    DownloadsView(app: $0)
                }
            }
        }

        static var notices: [ScreenState] {
            [
                ScreenState("help") { HelpWindow() },
                ScreenState("relaunch") {
                    Prepared(.around()) {
                        _ = try? await $0.services.engine.load(ModelFolders(target: "pocket"), anyway: true)
                    } content: {
                        Text(verbatim: "A window").appBanners($0)
                    }
                },
                ScreenState("relaunch, failed", shows: "macOS did not open Tandem again") {
                    Prepared(.around()) {
                        _ = try? await $0.services.engine.load(ModelFolders(target: "pocket"), anyway: true)
                        $0.relaunchFailed = true
                    } content: {
                        Text(verbatim: "A window").appBanners($0)
                    }
                },
                ScreenState("memory is short", shows: "This Mac is short of memory") {
                    PreviewShortOfMemory()
                },
            ]
        }
    }

    /// A window of an app that the Mac has told that memory is critically short.
    private struct PreviewShortOfMemory: View {
        private let app: AppModel

        init() {
            let memory = ShortMemory()
            var services = AppServices.preview(.empty)
            services.system.citizen.pressure = memory
            app = AppModel(services)
            memory.tell()
        }

        var body: some View { Text(verbatim: "A window").appBanners(app) }
    }

    private final class ShortMemory: MemoryPressureSource {
        private var told: (@MainActor (MemoryPressurePolicy.Level) -> Void)?

        func watch(_ tell: @escaping @MainActor (MemoryPressurePolicy.Level) -> Void) { told = tell }
        func tell() { told?(.critical) }
    }

    extension AppModel {
        fileprivate static var withModels: AppModel {
            .around(models: { script in
                script.list = { () throws(EngineError) in
                    ModelListing(
                        models: [
                            InstalledModel(name: "org/large", folder: "/models/large", bytes: 4_000_000_000),
                            InstalledModel(name: "org/old", folder: "/models/old", outdated: true, bytes: 1_000_000),
                            InstalledModel(name: "org/drafts", folder: "/models/drafts", role: .companion),
                            InstalledModel(
                                name: "org/half", folder: "/models/half", state: .incomplete("a file is missing")),
                            InstalledModel(name: "org/far", folder: "/models/far", state: .unavailable),
                            InstalledModel(
                                name: "org/odd", folder: "/models/odd", role: .unsupported("it is no text model")),
                        ], notices: ["/Volumes/Disk cannot be read."])
                }
            })
        }
    }

    #Preview("First steps") { StateGallery(ScreenState.firstRun) }
    #Preview("Settings") { StateGallery(ScreenState.settings) }
    #Preview("Library") { StateGallery(ScreenState.library) }
    #Preview("Downloads") { StateGallery(ScreenState.downloads) }
    #Preview("Help and banners") { StateGallery(ScreenState.notices) }
#endif
