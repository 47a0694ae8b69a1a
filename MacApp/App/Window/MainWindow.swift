import Core
import SwiftUI

/// A main window, from the moment the app starts.
struct MainWindow: View {
    @Binding var seed: WindowSeed
    let startup: Startup

    var body: some View {
        switch startup.phase {
        case .starting:
            StartingView()
                .task { await startup.start() }
                .onOpenURL { startup.follow([$0]) }
                .handlesExternalEvents(preferring: ["*"], allowing: ["*"])
        case .failed(let error): StartFailedView(error: error) { Task { await startup.start() } }
        // Another app, after the chats were repaired, has other windows.
        case .ready(let app):
            ChatWindow(seed: $seed, app: app).id(ObjectIdentifier(app)).modifier(OpensWindows(app: app))
        }
    }
}

/// A main window of the running app.
struct ChatWindow: View {
    @Binding var seed: WindowSeed
    let app: AppModel
    @State private var window: WindowModel?
    @Environment(\.appearsActive) private var appearsActive

    var body: some View {
        // Not a group: an empty one never appears on a Mac, and what is tied to it would never be called.
        ZStack {
            if let window { ChatWindowContent(window: window).appBanners(app) }
        }
        .onAppear(perform: appear)
        .onDisappear(perform: disappear)
        .onChange(of: appearsActive) { _, isActive in
            if isActive, let window { app.windowIsInFront(window) }
        }
        .onChange(of: window?.shownChat) { _, chat in seed.chat = chat }
        .onChange(of: window?.showsSidebar) { _, shows in seed.showsSidebar = shows }
        .onChange(of: window?.showsStatistics) { _, shows in seed.showsStatistics = shows }
    }

    private func appear() {
        if let window { return app.windowAppeared(window) }
        let model = app.window(seed.id)
        window = model
        if let chat = seed.chat { model.restore(chat) { seed.chat = nil } }
        if let shows = seed.showsSidebar { model.showsSidebar = shows }
        if let shows = seed.showsStatistics { model.showsStatistics = shows }
        model.chatsChanged()
        app.windowAppeared(model)
    }

    private func disappear() {
        guard let window else { return }
        window.closed()
        app.windowClosed(window)
    }
}

struct ChatWindowContent: View {
    let window: WindowModel

    var body: some View {
        NavigationSplitView(columnVisibility: sidebar) {
            SidebarView(window: window)
        } detail: {
            ChatArea(window: window)
                .navigationTitle(title)
                .navigationSubtitle(
                    WindowTitle.subtitle(model: window.conversation.model, isPrivate: window.isPrivate)
                )
                .toolbar { if window.isPrivate { ToolbarItem(placement: .status) { PrivateBadge() } } }
        }
        .focusedSceneValue(window)
        .statisticsInspector(window)
        .windowSheets(window)
        .sidebarSheets(window.sidebar)
        .sharingPanels(window.sharing)
        .departures(window)
        .arrivals(window)
    }

    private var title: String {
        window.conversation.chat?.shownTitle ?? WindowTitle.new(isPrivate: window.isPrivate)
    }

    private var sidebar: Binding<NavigationSplitViewVisibility> {
        Binding {
            window.showsSidebar ? .all : .detailOnly
        } set: {
            window.showsSidebar = $0 != .detailOnly
        }
    }
}
