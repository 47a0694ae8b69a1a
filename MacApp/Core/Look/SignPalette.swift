/// Signs that have a color beside their shape.
public enum SignPalette {
    public static func paint(_ token: RoundStrip.Token, in look: WindowLook) -> Paint {
        let paint =
            switch token {
            case .accepted: look.isDark ? Paint(0.35, 0.80, 0.48) : Paint(0.10, 0.48, 0.22)
            case .corrected: look.isDark ? Paint(1.00, 0.65, 0.25) : Paint(0.68, 0.33, 0.00)
            case .own: look.isDark ? Paint(0.48, 0.70, 1.00) : Paint(0.10, 0.35, 0.80)
            case .dropped: look.isDark ? Paint(0.66, 0.66, 0.66) : Paint(0.42, 0.42, 0.42)
            }
        return look.strengthened(paint)
    }

    /// The triangle before a warning.
    public static func warning(in look: WindowLook) -> Paint {
        look.strengthened(look.isDark ? Paint(1.00, 0.65, 0.25) : Paint(0.66, 0.32, 0.00))
    }
}
