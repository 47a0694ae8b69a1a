import SwiftUI

/// The fonts of what is said, all from one size: what the user chose here, times what is chosen for the whole Mac.
struct Fonts: Equatable {
    /// Points of running text at the usual size.
    static let usual = 14.0

    var size = usual

    var body: Font { .system(size: size) }
    var code: Font { .system(size: size * 0.93, design: .monospaced) }
    var small: Font { .system(size: size * 0.86) }

    func heading(_ level: Int) -> Font {
        let scale =
            switch level {
            case 1: 1.6
            case 2: 1.35
            case 3: 1.15
            default: 1.0
            }
        return .system(size: size * scale, weight: .semibold)
    }
}

extension EnvironmentValues {
    /// What transcript and composer write with.
    @Entry var fonts: Fonts = Fonts()
}

extension View {
    /// Has what is inside written at a size, 1 being the usual one.
    func textScale(_ scale: Double) -> some View { modifier(TextScale(scale: scale)) }
}

private struct TextScale: ViewModifier {
    let scale: Double
    @ScaledMetric(relativeTo: .body) private var usual = Fonts.usual

    func body(content: Content) -> some View {
        content.environment(\.fonts, Fonts(size: usual * scale))
    }
}
