import SwiftUI

/// A value that has a place on an axis, or in a legend.
public protocol Plottable {
    associatedtype PrimitivePlottable: Plottable
    var primitivePlottable: PrimitivePlottable { get }
    init?(primitivePlottable: PrimitivePlottable)
}

extension Plottable where PrimitivePlottable == Self {
    public var primitivePlottable: Self { self }

    public init?(primitivePlottable: Self) {
        self = primitivePlottable
    }
}

extension Plottable where Self: RawRepresentable, RawValue: Plottable {
    public var primitivePlottable: RawValue { rawValue }

    public init?(primitivePlottable: RawValue) {
        self.init(rawValue: primitivePlottable)
    }
}

extension Int: Plottable { public typealias PrimitivePlottable = Int }
extension Int64: Plottable { public typealias PrimitivePlottable = Int64 }
extension UInt32: Plottable { public typealias PrimitivePlottable = UInt32 }
extension UInt64: Plottable { public typealias PrimitivePlottable = UInt64 }
extension Float: Plottable { public typealias PrimitivePlottable = Float }
extension Double: Plottable { public typealias PrimitivePlottable = Double }
extension CGFloat: Plottable { public typealias PrimitivePlottable = CGFloat }
extension String: Plottable { public typealias PrimitivePlottable = String }
extension Date: Plottable { public typealias PrimitivePlottable = Date }

public struct PlottableValue<Value: Plottable> {
    let label: Text
    let value: Value

    public static func value(_ label: Text, _ value: Value) -> PlottableValue {
        PlottableValue(label: label, value: value)
    }

    public static func value(_ labelKey: LocalizedStringKey, _ value: Value) -> PlottableValue {
        PlottableValue(label: Text(labelKey), value: value)
    }

    @_disfavoredOverload
    public static func value<S: StringProtocol>(_ label: S, _ value: Value) -> PlottableValue {
        PlottableValue(label: Text(label), value: value)
    }
}

public struct MarkDimension: Sendable, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
    public static let automatic = MarkDimension()

    public static func fixed(_ value: CGFloat) -> MarkDimension { MarkDimension() }
    public static func inset(_ value: CGFloat) -> MarkDimension { MarkDimension() }
    public static func ratio(_ value: CGFloat) -> MarkDimension { MarkDimension() }

    private init() {}

    public init(integerLiteral value: Int) {}

    public init(floatLiteral value: Double) {}
}

public struct MarkStackingMethod: Sendable {
    public static let standard = MarkStackingMethod()
    public static let normalized = MarkStackingMethod()
    public static let center = MarkStackingMethod()
    public static let unstacked = MarkStackingMethod()
}
