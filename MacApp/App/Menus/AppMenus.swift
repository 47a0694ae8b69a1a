import Core
import SwiftUI

/// The menu bar, as ``MenuBar`` says for the window in front. What macOS carries out itself stays where SwiftUI puts it.
struct AppMenus: Commands {
    let startup: Startup
    @FocusedValue(WindowModel.self) private var window
    @Environment(\.openWindow) private var openWindow
    @Environment(\.openSettings) private var openSettings

    var body: some Commands {
        CommandGroup(replacing: .appSettings) { items { $0[.app].own(.settings) } }
        CommandGroup(before: .appTermination) { items { $0[.app].own(.relaunch) } }
        CommandGroup(replacing: .newItem) { items { $0[.file].drawn } }
        CommandGroup(after: .pasteboard) { items { $0[.edit].drawn } }
        // What SwiftUI has here for the sidebar would be there twice. Enter Full Screen, also of this group, AppKit puts back.
        CommandGroup(replacing: .sidebar) { items { $0[.view].drawn } }
        CommandMenu(bar[.chat].title) { items { $0[.chat].drawn } }
        CommandMenu(bar[.model].title) { items { $0[.model].drawn } }
        CommandGroup(after: .windowSize) { items { $0[.window].drawn } }
        CommandGroup(replacing: .help) { items { $0[.help].drawn } }
    }

    private var bar: MenuBar { MenuBar(window?.context ?? startup.app?.context ?? CommandContext()) }

    private func items(_ choose: (MenuBar) -> [Core.MenuItem]) -> some View {
        MenuItems(items: choose(bar)) { command in
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
