import Foundation

/// Numbers as people read them, in their own language. Decimal units, as the Finder counts.
public enum Format {
    public static func bytes(_ count: UInt64) -> String {
        var value = Double(count)
        var unit = 0
        // 999.95 of one unit would be shown as 1000.
        while value >= 999.95, unit < 4 {
            value /= 1000
            unit += 1
        }
        let number = decimal(value, value < 100 ? 1 : 0)
        return switch unit {
        case 0: String(localized: "\(count) bytes")
        case 1: String(localized: "\(number) kB", comment: "1000 bytes")
        case 2: String(localized: "\(number) MB")
        case 3: String(localized: "\(number) GB")
        default: String(localized: "\(number) TB")
        }
    }

    /// A number with so many places, the last ones left away if they are 0.
    public static func decimal(_ value: Double, _ places: Int) -> String {
        guard value.isFinite else { return "–" }
        let scale = pow(10, Double(max(0, places)))
        // What is rounded to 0 has no sign.
        let isNothing = abs(value) * scale < 0.5
        return (isNothing ? 0 : value).formatted(
            .number.precision(.fractionLength(0...max(0, places))).grouping(.never).locale(Region.locale))
    }

    public static func whole(_ value: Int) -> String {
        value.formatted(.number.locale(Region.locale))
    }

    /// `part` of `whole` in per cent; may be over 100.
    public static func percent(_ part: Double, of whole: Double) -> String {
        guard whole > 0, part.isFinite else { return "–" }
        return String(localized: "\(decimal((100 * part / whole).rounded(), 0)) %", comment: "A share")
    }

    /// A time that something takes: "0.8 s", "42 s", "3 min", "2 h 5 min". `places` is for what takes under ten seconds.
    public static func seconds(_ value: Double, places: Int = 1) -> String {
        guard value.isFinite, value >= 0 else { return "–" }
        if value < 59.5 {
            return String(localized: "\(decimal(value, value < 9.95 ? places : 0)) s", comment: "Seconds")
        }
        guard value < 3600 * 1000 else { return String(localized: "over 1000 h", comment: "Hours") }
        let minutes = Int((value / 60).rounded())
        let (hours, rest) = minutes.quotientAndRemainder(dividingBy: 60)
        if hours == 0 { return String(localized: "\(rest) min", comment: "Minutes") }
        return rest == 0
            ? String(localized: "\(hours) h", comment: "Hours")
            : String(localized: "\(hours) h \(rest) min", comment: "Hours and minutes")
    }
}
