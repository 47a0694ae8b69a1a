import Core
import SwiftUI

/// The menu bar, as ``MenuBar`` says for the window in front. What macOS carries out itself stays where SwiftUI puts it.
struct AppMenus: Commands {
    let startup: Startup
    @FocusedValue(WindowModel.self) private var window
    @Environment(\.openWindow) private var openWindow

    var body: some Commands {
        CommandGroup(replacing: .newItem) { items("File", upTo: 1) }
        CommandMenu("Chat") { items("Chat") }
        CommandMenu("Model") { items("Model") }
    }

    private var bar: MenuBar { MenuBar(window?.context ?? startup.app?.context ?? CommandContext()) }

    @ViewBuilder
    private func items(_ title: String, upTo groups: Int = .max) -> some View {
        let menu = bar.menus.first { $0.title == title }
        MenuItems(items: menu?.groups.prefix(groups).flatMap { $0 } ?? []) { command in
            startup.app?.openWindow = { openWindow(id: $0.rawValue) }
            startup.app?.perform(command, in: window)
        }
    }
}

extension Core.Menu {
    /// Its items between separators.
    var groups: [[MenuItem]] { items.split(separator: .separator).map(Array.init) }
}
