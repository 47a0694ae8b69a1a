#if DEBUG
    import Core
    import EngineKit
    import SwiftUI

    extension ScreenState {
        static var library: [ScreenState] {
            [
                ScreenState("library, empty", shows: "No model chosen") { ModelLibraryWindow(app: .around()) },
                ScreenState("library, every kind of model", shows: "it is no text model") {
                    ModelLibraryWindow(app: .withModels)
                },
                ScreenState("library, a model", shows: "What can be done") {
                    ModelLibraryWindow(app: .withModels, chosen: .installed("/models/large"))
                },
                ScreenState("library, failed", shows: "The disk cannot be read") {
                    ModelLibraryWindow(
                        app: .around(models: { script in
                            script.list = { () throws(EngineError) in throw .preview("the disk cannot be read") }
                        }))
                },
                ScreenState("library, many found", shows: "owner/model-30") {
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
                ScreenState("library, for this Mac", shows: "Recommended for this Mac") {
                    Prepared(.around()) {
                        await $0.library.recommend()
                    } content: {
                        ModelLibraryWindow(app: $0)
                    }
                },
                ScreenState("library, a page", shows: "It fits: it needs") {
                    ModelLibraryWindow(app: .around(), chosen: .page("org/large"))
                },
                ScreenState("library, a page, no room", shows: "The disk has") {
                    ModelLibraryWindow(
                        app: .around(models: { script in
                            script.show = { name, _ throws(EngineError) in
                                var offer = ModelOffer.preview(name, band: .refuse)
                                (offer.diskFree, offer.gated) = (1_000_000, true)
                                return offer
                            }
                        }), chosen: .page("org/large"))
                },
                ScreenState("library, a page, offline", shows: "The page could not be shown") {
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
                ScreenState("library, deleting a model", shows: "This frees 4 GB.") {
                    Prepared(.withModels) {
                        await $0.library.refresh()
                    } content: {
                        PreviewDeletion(app: $0)
                    }
                },
                ScreenState("library, asking for a page", shows: "Asking Hugging Face…") {
                    ModelLibraryWindow(
                        app: .around(models: { script in
                            script.show = { name, _ throws(EngineError) in
                                try? await Task.sleep(for: .seconds(3600))
                                return .preview(name)
                            }
                        }), chosen: .page("org/large"))
                },
                ScreenState("library, no memory", shows: "Load Anyway") {
                    Prepared(.withModels) {
                        $0.loader.load("org/large")
                    } content: {
                        ModelLibraryWindow(app: $0, chosen: .installed("/models/large"))
                    }
                },
            ]
        }
    }

    #Preview("Library") { StateGallery(ScreenState.library) }

    /// A model of the library whose deletion is asked about.
    private struct PreviewDeletion: View {
        let app: AppModel

        var body: some View {
            let row = app.library.rows(defaultModel: ModelNames.builtIn, paired: []).first { $0.name == "org/large" }
            if let row { InstalledModelView(row: row, app: app, asks: .delete) }
        }
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
#endif
