import Foundation

/// When a chat was last written to, as its row says it.
public enum ChatDates {
    /// As short as it can be told: the time of today, the day of the week before, or else the date.
    public static func short(_ date: Date, now: Date = Date(), calendar: Calendar = .current) -> String {
        let today = calendar.startOfDay(for: now)
        let days = calendar.dateComponents([.day], from: calendar.startOfDay(for: date), to: today).day ?? 0
        let style = style(calendar)
        switch days {
        // A clock that was set back leaves chats from tomorrow.
        case ..<1: return style.hour().minute().format(date)
        case 1..<7: return style.weekday(.wide).format(date)
        default:
            let sameYear = calendar.component(.year, from: date) == calendar.component(.year, from: now)
            return sameYear ? style.day().month().format(date) : style.day().month().year().format(date)
        }
    }

    /// In full, for VoiceOver and tool tips.
    public static func full(_ date: Date, calendar: Calendar = .current) -> String {
        style(calendar).weekday(.wide).day().month(.wide).year().hour().minute().format(date)
    }

    private static func style(_ calendar: Calendar) -> Date.FormatStyle {
        Date.FormatStyle(locale: Region.locale, calendar: calendar, timeZone: calendar.timeZone)
    }
}
