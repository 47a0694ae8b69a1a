import SwiftUI

/// A window beside the main one: it shows something of the app once that has opened.
struct ReadyView<Content: View>: View {
    let startup: Startup
    @ViewBuilder let content: (AppModel) -> Content

    var body: some View {
        switch startup.phase {
        case .starting: StartingView().task { await startup.start() }
        case .failed(let error): StartFailedView(error: error) { Task { await startup.start() } }
        case .ready(let app): content(app).appBanners(app)
        }
    }
}

/// Lets the app open windows from wherever it is asked to, and opens the first steps the first time.
struct OpensWindows: ViewModifier {
    let app: AppModel
    @Environment(\.openWindow) private var openWindow
    @Environment(\.openSettings) private var openSettings

    func body(content: Content) -> some View {
        content.onAppear {
            app.opens(openWindow, openSettings)
            if app.firstRun.takeOffer() { openWindow(id: AppWindow.firstRun.rawValue) }
        }
    }
}
