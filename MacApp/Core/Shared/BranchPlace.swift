/// Which of how many versions of a message is shown: "2/3".
public struct BranchPlace: Equatable, Sendable {
    /// From 1.
    public var place: Int
    public var count: Int

    public init(_ place: Int = 1, of count: Int = 1) {
        self.place = place
        self.count = count
    }

    public var hasPrevious: Bool { place > 1 }
    public var hasNext: Bool { place < count }
    public var text: String { "\(place)/\(count)" }
}
