/// How the Mac has a window look.
public struct WindowLook: Hashable, Sendable, CaseIterable {
    public let isDark: Bool
    /// “Increase contrast” of System Settings.
    public let wantsContrast: Bool

    public init(isDark: Bool, wantsContrast: Bool = false) {
        (self.isDark, self.wantsContrast) = (isDark, wantsContrast)
    }

    public static let allCases = [
        WindowLook(isDark: false), WindowLook(isDark: true), WindowLook(isDark: false, wantsContrast: true),
        WindowLook(isDark: true, wantsContrast: true),
    ]

    /// What colors of our own stand on: the ground of a text, that of a window, and a box on the latter. macOS draws
    /// them; these are its values without any tint from the desktop.
    public var grounds: [Paint] {
        let text = isDark ? Paint(0.118, 0.118, 0.118) : .white
        let window = isDark ? Paint(0.196, 0.196, 0.196) : Paint(0.925, 0.925, 0.925)
        return [text, window, ink.over(window, covering: 0.1)]
    }

    /// What macOS writes with, on a ground.
    public func text(on ground: Paint) -> Paint { ink.over(ground, covering: 0.85) }

    private var ink: Paint { isDark ? .white : .black }

    /// A color of our own, nearer to black or white for whoever wants more contrast.
    func strengthened(_ paint: Paint) -> Paint {
        wantsContrast ? ink.over(paint, covering: 0.35) : paint
    }
}
