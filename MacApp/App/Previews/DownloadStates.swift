#if DEBUG
    import Core
    import EngineKit
    import SwiftUI

    extension ScreenState {
        static var downloads: [ScreenState] {
            let failures: [(String, EngineError.Remedy, shows: String)] = [
                ("no network", .checkNetwork, "Network Settings…"), ("no token", .enterToken, "Enter Token…"),
                ("terms", .acceptTerms, "Open the Model’s Page"), ("disk full", .freeSpace, "Show Storage…"),
                ("hub", .tryAgain, "Try Again"),
            ]
            let courses = [
                ScreenState("downloads, empty", shows: "No downloads") { DownloadsView(app: .around()) },
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
                downloads("halfway", .halfway, shows: "2 GB of 4 GB"),
                downloads("paused", DownloadProgress(phase: .paused, fraction: 0.5), shows: "Paused at"),
                downloads("checking", DownloadProgress(phase: .checking, fraction: 1), shows: "Checking"),
                downloads(
                    "done", DownloadProgress(phase: .done(folder: "/models/large"), fraction: 1), shows: "Downloaded."),
                ScreenState("downloads, left over", shows: "Left") {
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
            let failed = failures.map { name, remedy, shows in
                downloads(
                    "failed, \(name)",
                    DownloadProgress(
                        phase: .failed(EngineError(kind: .hub, message: "it did not work", detail: "", remedy: remedy))),
                    shows: shows)
            }
            return courses + failed
        }

        private static func downloads(_ name: String, _ progress: DownloadProgress, shows: String) -> ScreenState {
            ScreenState("downloads, \(name)", shows: shows) {
                let download = MockDownload(DownloadRequest(repository: "org/large"))
                Prepared(.around(models: { script in script.pull = { _ throws(EngineError) in download } })) {
                    await $0.downloads.start(DownloadOrder(download.request))
                    download.tell(progress)
                } content: {
                    DownloadsView(app: $0)
                }
            }
        }
    }

    #Preview("Downloads") { StateGallery(ScreenState.downloads) }
#endif
