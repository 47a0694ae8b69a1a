extension Screen {
    /// The marks of the charts on the window in front, in words: "line: x Time 1.0, y Rate 42.0".
    public func marks() -> [String] {
        seen.filter { $0.kind == .mark }.compactMap(\.text)
    }
}
