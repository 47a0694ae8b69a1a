import Foundation

/// A color of our own: parts of red, green and blue in sRGB, from 0 to 1.
public struct Paint: Hashable, Sendable {
    public let red, green, blue: Double

    public init(_ red: Double, _ green: Double, _ blue: Double) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    public static let black = Paint(0, 0, 0)
    public static let white = Paint(1, 1, 1)

    /// What is seen where this lies over a ground and covers a part of it, from 0 to 1.
    public func over(_ ground: Paint, covering part: Double) -> Paint {
        func mixed(_ own: Double, _ other: Double) -> Double { own * part + other * (1 - part) }
        return Paint(mixed(red, ground.red), mixed(green, ground.green), mixed(blue, ground.blue))
    }

    /// How well one is told from the other, from 1 to 21, as the Web Content Accessibility Guidelines 2.1 count it under
    /// “contrast ratio”: text wants 4.5, a sign 3.
    public func contrast(with other: Paint) -> Double {
        let (one, two) = (luminance, other.luminance)
        return (max(one, two) + 0.05) / (min(one, two) + 0.05)
    }

    /// “Relative luminance” of the same guidelines.
    private var luminance: Double {
        func linear(_ part: Double) -> Double {
            part <= 0.03928 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    }
}
