// Gestures are only named here: nothing is dragged or pinched in a test but by `draggable`.

@MainActor
@preconcurrency
public protocol Gesture<Value> {
    associatedtype Value
}

public struct EndedGesture<Base: Gesture>: Gesture {
    public typealias Value = Base.Value

    let base: Base
    let ended: (Base.Value) -> Void
}

public struct ChangedGesture<Base: Gesture>: Gesture {
    public typealias Value = Base.Value

    let base: Base
}

extension Gesture {
    public func onEnded(_ action: @escaping (Value) -> Void) -> EndedGesture<Self> {
        EndedGesture(base: self, ended: action)
    }

    public func onChanged(_ action: @escaping (Value) -> Void) -> ChangedGesture<Self> where Value: Equatable {
        ChangedGesture(base: self)
    }
}

public struct TapGesture: Gesture {
    public typealias Value = Void

    public var count: Int

    public init(count: Int = 1) {
        self.count = count
    }
}

public struct DragGesture: Gesture {
    public struct Value: Equatable, Sendable {
        public var time: Date
        public var location: CGPoint
        public var startLocation: CGPoint

        public var translation: CGSize {
            CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y)
        }
    }

    public var minimumDistance: CGFloat

    public init(minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol = .local) {
        self.minimumDistance = minimumDistance
    }
}

public struct MagnifyGesture: Gesture {
    public struct Value: Equatable, Sendable {
        public var magnification: CGFloat
    }

    public init(minimumScaleDelta: CGFloat = 0.01) {}
}

public struct GestureMask: OptionSet, Sendable {
    public let rawValue: UInt32

    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    public static let none: GestureMask = []
    public static let gesture = GestureMask(rawValue: 1)
    public static let subviews = GestureMask(rawValue: 2)
    public static let all: GestureMask = [.gesture, .subviews]
}

extension View {
    public func gesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        taken(by: gesture)
    }

    public func simultaneousGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        taken(by: gesture)
    }

    public func highPriorityGesture<T: Gesture>(_ gesture: T, including mask: GestureMask = .all) -> some View {
        taken(by: gesture)
    }

    private func taken(by gesture: any Gesture) -> some View {
        altered { node in
            if let tap = gesture as? EndedGesture<TapGesture> {
                node.taps.append((tap.base.count, { tap.ended(()) }))
            }
        }
    }
}
