@_exported import Foundation

// What Foundation and CoreGraphics have on a Mac and Foundation on Linux has not.

public struct CGVector: Equatable, Sendable {
    public var dx: CGFloat
    public var dy: CGFloat

    public init(dx: CGFloat, dy: CGFloat) {
        self.dx = dx
        self.dy = dy
    }
}
