import SwiftUI

/// What lies over a main window.
struct SheetContent: View {
    let sheet: WindowSheet
    let window: WindowModel

    var body: some View {
        switch sheet {
        case .models: ModelPaletteView(window: window)
        case .chatSettings: ChatSettingsView(window: window)
        }
    }
}
