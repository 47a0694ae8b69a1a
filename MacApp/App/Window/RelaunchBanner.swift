import SwiftUI

/// Says that the engine can only be brought back by a new start.
struct RelaunchBanner: View {
    let app: AppModel

    var body: some View {
        if app.citizen.needsRelaunch {
            HStack {
                Image(systemName: "exclamationmark.triangle.fill").foregroundStyle(.orange).accessibilityHidden(true)
                if app.relaunchFailed {
                    Text("macOS did not open Tandem again. Quit Tandem and open it yourself; nothing is lost.")
                    Spacer()
                    Button("Quit Tandem") { app.services.system.citizen.process.terminate() }
                } else {
                    Text("Tandem has to be opened anew before it can answer again. Nothing is lost.")
                    Spacer()
                    Button("Relaunch Tandem") { app.relaunch() }
                        .disabled(app.leaving != nil)
                }
            }
            .padding(10)
            .background(.bar)
        }
    }
}

extension View {
    func relaunchBanner(_ app: AppModel) -> some View {
        safeAreaInset(edge: .top, spacing: 0) { RelaunchBanner(app: app) }
    }
}
