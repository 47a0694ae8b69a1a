extension View {
    public func fontWeight(_ weight: Font.Weight?) -> some View { looks("weight", weight?.name) }
    public func fontWidth(_ width: Font.Width?) -> some View { self }
    public func fontDesign(_ design: Font.Design?) -> some View { looks("design", design) }
    public func bold(_ isActive: Bool = true) -> some View { looks("weight", isActive ? "bold" : nil) }
    public func italic(_ isActive: Bool = true) -> some View { self }
    public func monospaced(_ isActive: Bool = true) -> some View {
        looks("design", isActive ? "monospaced" : nil)
    }
    public func monospacedDigit() -> some View { self }
    public func kerning(_ kerning: CGFloat) -> some View { self }
    public func tracking(_ tracking: CGFloat) -> some View { self }
    public func lineSpacing(_ lineSpacing: CGFloat) -> some View { self }
    public func minimumScaleFactor(_ factor: CGFloat) -> some View { self }
    public func allowsTightening(_ flag: Bool) -> some View { self }
    public func lineLimit(_ limit: ClosedRange<Int>) -> some View { self }
    public func lineLimit(_ limit: PartialRangeFrom<Int>) -> some View { self }
    public func lineLimit(_ limit: PartialRangeThrough<Int>) -> some View { self }
    public func lineLimit(_ limit: Int, reservesSpace: Bool) -> some View { self }
    public func underline(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View { self }
    public func strikethrough(
        _ isActive: Bool = true, pattern: Text.LineStyle.Pattern = .solid, color: Color? = nil
    ) -> some View { self }
}
