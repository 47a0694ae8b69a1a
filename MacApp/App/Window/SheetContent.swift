import SwiftUI

extension View {
    /// What lies over a main window, one at a time.
    func windowSheets(_ window: WindowModel) -> some View {
        sheet(
            item: Binding {
                window.sheet
            } set: {
                window.sheet = $0
            }
        ) { SheetContent(sheet: $0, window: window).letsQuit() }
    }
}

private struct SheetContent: View {
    let sheet: WindowSheet
    let window: WindowModel

    var body: some View {
        switch sheet {
        case .models: ModelPaletteView(window: window)
        case .chatSettings: ChatSettingsView(window: window)
        }
    }
}
