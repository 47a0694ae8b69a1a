/// The grounds of words that are told from those around them. A line under the words says the same without color.
public enum MarkPalette {
    /// Of accepted drafts. Text keeps its color on it, that of code too.
    public static func drafted(in look: WindowLook) -> Paint {
        look.isDark ? Paint(0.10, 0.21, 0.13) : Paint(0.88, 0.95, 0.88)
    }

    /// Of what was found, and of the match that one is at: the same by day and by night, written on in `onFound`, for
    /// links and quiet text would not be read there.
    public static let found = Paint(1, 0.92, 0.45)
    public static let current = Paint(1, 0.70, 0.30)
    public static let onFound = Paint.black
}
