import Core
import SwiftUI

extension Color {
    init(_ paint: Paint) {
        self.init(.sRGB, red: paint.red, green: paint.green, blue: paint.blue)
    }
}

extension EnvironmentValues {
    /// How the window looks, for colors of our own.
    var look: WindowLook { WindowLook(isDark: colorScheme == .dark, wantsContrast: colorSchemeContrast == .increased) }
}
