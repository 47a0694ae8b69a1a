import Core
import EngineKit
import SwiftUI

extension Color {
    init(_ paint: CodePalette.Paint) {
        self.init(.sRGB, red: paint.red, green: paint.green, blue: paint.blue)
    }
}
