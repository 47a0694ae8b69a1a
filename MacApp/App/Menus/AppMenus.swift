import Core
import SwiftUI

/// The menu bar, as ``MenuBar`` says for the window in front. What macOS carries out itself stays where SwiftUI puts it.
struct AppMenus: Commands {
    let startup: Startup
    @FocusedValue(WindowModel.self) private var window
    @Environment(\.openWindow) private var openWindow
    @Environment(\.openSettings) private var openSettings

    var body: some Commands {
        // Once for all menus.
        let bar = MenuBar(window?.context ?? startup.app?.context ?? CommandContext())
        CommandGroup(replacing: .appSettings) { items(bar[.app].own(.settings)) }
        CommandGroup(before: .appTermination) { items(bar[.app].own(.relaunch)) }
        CommandGroup(replacing: .newItem) { items(bar[.file].drawn) }
        CommandGroup(after: .pasteboard) { items(bar[.edit].drawn) }
        // What SwiftUI has here for the sidebar would be there twice. Enter Full Screen, also of this group, AppKit puts back.
        CommandGroup(replacing: .sidebar) { items(bar[.view].drawn) }
        CommandMenu(bar[.chat].title) { items(bar[.chat].drawn) }
        CommandMenu(bar[.model].title) { items(bar[.model].drawn) }
        CommandGroup(after: .windowSize) { items(bar[.window].drawn) }
        CommandGroup(replacing: .help) { items(bar[.help].drawn) }
    }

    private func items(_ items: [Core.MenuItem]) -> some View {
        MenuItems(items: items) { command in
            startup.app?.opens(openWindow, openSettings)
            startup.app?.perform(command, in: window)
        } performSystem: {
            startup.app?.services.system.textActions.perform($0)
        }
    }
}

extension Core.Menu {
    /// The items that SwiftUI does not bring along, with lines between their groups.
    var drawn: [Core.MenuItem] {
        let groups = items.split(separator: .separator).map { group in group.filter(\.isDrawn) }
        return Array(groups.filter { !$0.isEmpty }.joined(separator: [.separator]))
    }

    func own(_ command: AppCommand) -> [Core.MenuItem] {
        items.filter { if case .command(let item) = $0 { item.command == command } else { false } }
    }
}

extension Core.MenuItem {
    fileprivate var isDrawn: Bool {
        switch self {
        case .command, .submenu: true
        case .system(let item): item.textAction != nil
        case .separator: false
        }
    }
}
