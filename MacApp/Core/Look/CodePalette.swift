import EngineKit

/// The colours of code, for light and for dark windows: each can be read well on the ground of a code block.
public enum CodePalette {
    /// What code stands on.
    public static func ground(in look: WindowLook) -> Paint {
        look.isDark ? Paint(0.17, 0.17, 0.17) : Paint(0.94, 0.94, 0.94)
    }

    public static func paint(_ kind: CodeColour.Kind, in look: WindowLook) -> Paint {
        look.strengthened(usual(kind, dark: look.isDark))
    }

    private static func usual(_ kind: CodeColour.Kind, dark: Bool) -> Paint {
        switch kind {
        case .comment: dark ? Paint(0.60, 0.65, 0.70) : Paint(0.36, 0.40, 0.44)
        case .string: dark ? Paint(1.00, 0.55, 0.50) : Paint(0.70, 0.10, 0.10)
        case .constant: dark ? Paint(0.68, 0.72, 1.00) : Paint(0.11, 0.20, 0.75)
        case .keyword: dark ? Paint(1.00, 0.55, 0.80) : Paint(0.60, 0.12, 0.55)
        case .function: dark ? Paint(0.55, 0.80, 0.90) : Paint(0.20, 0.38, 0.45)
        case .tag: dark ? Paint(0.95, 0.75, 0.45) : Paint(0.45, 0.30, 0.00)
        case .name: dark ? Paint(0.60, 0.85, 0.65) : Paint(0.15, 0.35, 0.20)
        case .library: dark ? Paint(0.80, 0.70, 1.00) : Paint(0.35, 0.15, 0.65)
        }
    }
}
