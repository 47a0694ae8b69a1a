import Core
import SwiftUI

/// A main window, from the moment the app starts.
struct MainWindow: View {
    @Binding var seed: WindowSeed
    let startup: Startup

    var body: some View {
        switch startup.phase {
        case .starting: StartingView().task { await startup.start() }
        case .failed(let error): StartFailedView(error: error) { Task { await startup.start() } }
        case .ready(let app): ChatWindow(seed: $seed, app: app)
        }
    }
}

/// A main window of the running app.
struct ChatWindow: View {
    @Binding var seed: WindowSeed
    let app: AppModel
    @State private var window: WindowModel?

    var body: some View {
        Group {
            if let window { ChatWindowContent(window: window) }
        }
        .onAppear(perform: appear)
        .onChange(of: window?.shownChat) { _, chat in seed.chat = chat }
    }

    private func appear() {
        guard window == nil else { return }
        let model = app.window(seed.id)
        window = model
        if let chat = seed.chat { model.open(chat) }
        model.chatsChanged()
        app.windowAppeared(model)
    }
}

struct ChatWindowContent: View {
    let window: WindowModel

    var body: some View {
        NavigationSplitView(columnVisibility: sidebar) {
            SidebarView(window: window)
        } detail: {
            VStack(spacing: 0) {
                TranscriptView(window: window)
                ComposerView(window: window)
            }
            .navigationTitle(title)
        }
        .focusedSceneValue(window)
        .statisticsInspector(window)
        .windowSheets(window)
    }

    private var title: String {
        window.conversation.chat?.shownTitle ?? ChatListTitles.new(isPrivate: window.isPrivate)
    }

    private var sidebar: Binding<NavigationSplitViewVisibility> {
        Binding {
            window.showsSidebar ? .all : .detailOnly
        } set: {
            window.showsSidebar = $0 != .detailOnly
        }
    }
}
