extension Binding: Sequence where Value: MutableCollection {
    public typealias Element = Binding<Value.Element>
    public typealias Iterator = IndexingIterator<Binding<Value>>
    public typealias SubSequence = Slice<Binding<Value>>
}

extension Binding: Collection where Value: MutableCollection {
    public typealias Index = Value.Index
    public typealias Indices = Value.Indices

    public var startIndex: Index { wrappedValue.startIndex }
    public var endIndex: Index { wrappedValue.endIndex }
    public var indices: Indices { wrappedValue.indices }

    public func index(after index: Index) -> Index {
        wrappedValue.index(after: index)
    }

    public subscript(position: Index) -> Element {
        let last = wrappedValue[position]
        return Binding<Value.Element>(
            origin: nil,
            // A row may still be read once after its value has gone.
            get: { wrappedValue.indices.contains(position) ? wrappedValue[position] : last },
            set: { value, _ in wrappedValue[position] = value })
    }
}

extension Binding: BidirectionalCollection where Value: BidirectionalCollection, Value: MutableCollection {
    public func index(before index: Index) -> Index {
        wrappedValue.index(before: index)
    }
}

extension Binding: RandomAccessCollection where Value: MutableCollection, Value: RandomAccessCollection {}
