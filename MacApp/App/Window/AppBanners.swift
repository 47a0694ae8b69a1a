import SwiftUI

/// What every window is to say of the whole app.
struct AppBanners: View {
    let app: AppModel

    var body: some View {
        if app.citizen.needsRelaunch { RelaunchBanner(app: app) }
        if let memory = app.citizen.memoryBanner {
            HStack {
                WarningSign(symbol: "memorychip")
                Text(verbatim: memory)
                Spacer(minLength: 0)
            }
            .padding(10)
            .background(.bar)
        }
    }
}

/// Says that the engine can only be brought back by a new start.
private struct RelaunchBanner: View {
    let app: AppModel

    var body: some View {
        HStack {
            WarningSign(symbol: "exclamationmark.triangle.fill")
            if app.relaunchFailed {
                if app.holdsUnkeptWords {
                    Text(
                        "macOS did not open Tandem again. Quit Tandem and open it yourself; what is not on the disk is lost."
                    )
                } else if app.holdsPrivateWords {
                    Text(
                        "macOS did not open Tandem again. Quit Tandem and open it yourself; only private chats are lost."
                    )
                } else {
                    Text("macOS did not open Tandem again. Quit Tandem and open it yourself; nothing is lost.")
                }
                Spacer()
                Button("Quit Tandem") { app.services.system.citizen.process.terminate() }
            } else {
                if app.holdsUnkeptWords {
                    Text(
                        "Tandem has to be opened anew before it can answer again. What is not on the disk is lost.")
                } else if app.holdsPrivateWords {
                    Text("Tandem has to be opened anew before it can answer again. Only private chats are lost.")
                } else {
                    Text("Tandem has to be opened anew before it can answer again. Nothing is lost.")
                }
                Spacer()
                Button("Relaunch Tandem") { app.relaunch() }.disabled(app.leaving != nil)
            }
        }
        .padding(10)
        .background(.bar)
    }
}

extension View {
    func appBanners(_ app: AppModel) -> some View {
        safeAreaInset(edge: .top, spacing: 0) { VStack(spacing: 0) { AppBanners(app: app) } }
    }
}
