// SwiftUI brings these along for `onMove` and `onDelete`.

extension RangeReplaceableCollection where Self: MutableCollection {
    public mutating func remove(atOffsets offsets: IndexSet) {
        for offset in offsets.reversed() { remove(at: index(startIndex, offsetBy: offset)) }
    }
}

extension MutableCollection {
    /// Moves elements in front of the one at an offset, both counted before anything moves.
    public mutating func move(fromOffsets source: IndexSet, toOffset destination: Int) {
        var (before, moved, after): ([Element], [Element], [Element]) = ([], [], [])
        for (offset, element) in enumerated() {
            if source.contains(offset) {
                moved.append(element)
            } else if offset < destination {
                before.append(element)
            } else {
                after.append(element)
            }
        }
        for (index, element) in zip(indices, before + moved + after) { self[index] = element }
    }
}
