import Foundation

/// Numbers as people read them. Decimal units, as the Finder counts.
public enum Format {
    public static func bytes(_ count: UInt64) -> String {
        let units = ["bytes", "kB", "MB", "GB", "TB"]
        var value = Double(count)
        var unit = 0
        // 999.95 of one unit would be shown as 1000.
        while value >= 999.95, unit < units.count - 1 {
            value /= 1000
            unit += 1
        }
        if unit == 0 { return count == 1 ? "1 byte" : "\(count) bytes" }
        return "\(decimal(value, value < 100 ? 1 : 0)) \(units[unit])"
    }

    /// A number with so many places, the last ones left away if they are 0.
    public static func decimal(_ value: Double, _ places: Int) -> String {
        guard value.isFinite else { return "–" }
        var text = String(format: "%.\(max(0, places))f", value)
        if text.contains(".") {
            while text.hasSuffix("0") { text.removeLast() }
            if text.hasSuffix(".") { text.removeLast() }
        }
        return text == "-0" ? "0" : text
    }

    /// `part` of `whole` in per cent; may be over 100.
    public static func percent(_ part: Double, of whole: Double) -> String {
        guard whole > 0, part.isFinite else { return "–" }
        return "\(decimal((100 * part / whole).rounded(), 0)) %"
    }

    /// A time that something takes: "0.8 s", "42 s", "3 min", "2 h 5 min".
    public static func seconds(_ value: Double) -> String {
        guard value.isFinite, value >= 0 else { return "–" }
        if value < 9.95 { return "\(decimal(value, 1)) s" }
        if value < 59.5 { return "\(Int(value.rounded())) s" }
        guard value < 3600 * 1000 else { return "over 1000 h" }
        let minutes = Int((value / 60).rounded())
        if minutes < 60 { return "\(minutes) min" }
        return minutes % 60 == 0 ? "\(minutes / 60) h" : "\(minutes / 60) h \(minutes % 60) min"
    }

    /// "1 chat", "3 chats".
    public static func count(_ number: Int, _ one: String, _ many: String) -> String {
        "\(number) \(number == 1 ? one : many)"
    }
}
