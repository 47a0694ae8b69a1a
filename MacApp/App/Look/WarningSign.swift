import Core
import SwiftUI

/// What stands before a warning. The words say that it is one.
struct WarningSign: View {
    var symbol = "exclamationmark.triangle"
    @Environment(\.look) private var look

    var body: some View {
        Image(systemName: symbol).foregroundStyle(Color(SignPalette.warning(in: look))).accessibilityHidden(true)
    }
}
