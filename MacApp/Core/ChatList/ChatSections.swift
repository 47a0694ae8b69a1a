import EngineKit
import Foundation

/// Chats under headings, as the sidebar shows them.
public struct ChatSection: Equatable, Identifiable, Sendable {
    public enum Heading: Hashable, Sendable {
        case pinned, today, yesterday, week, month
        /// A month of this year, from 1.
        case named(month: Int)
        case year(Int)
    }

    public let heading: Heading
    public let chats: [Chat]

    public var id: Heading { heading }

    public var title: String {
        switch heading {
        case .pinned: ChatListWords.pinned
        case .today: ChatListWords.today
        case .yesterday: ChatListWords.yesterday
        case .week: ChatListWords.week
        case .month: ChatListWords.month
        case .named(let month): ChatListWords.month(month)
        case .year(let year): ChatListWords.year(year)
        }
    }

    /// Pinned chats by when they were pinned, the newest first; the others by their last message, the latest first.
    public static func sections(of chats: [Chat], now: Date, calendar: Calendar = .current) -> [ChatSection] {
        let newestFirst = { (a: Chat, b: Chat) in (a.updatedAt, a.id) > (b.updatedAt, b.id) }
        let pinned = chats.filter(\.isPinned).sorted {
            ($0.pinnedAt ?? .distantPast, $0.id) > ($1.pinnedAt ?? .distantPast, $1.id)
        }
        var sections = pinned.isEmpty ? [] : [ChatSection(heading: .pinned, chats: pinned)]
        let headings = Headings(now: now, calendar: calendar)
        var group: [Chat] = []
        var current: Heading?
        for chat in chats.filter({ !$0.isPinned }).sorted(by: newestFirst) {
            let heading = headings.heading(of: chat.updatedAt)
            if heading != current, let last = current {
                sections.append(ChatSection(heading: last, chats: group))
                group = []
            }
            current = heading
            group.append(chat)
        }
        if let current { sections.append(ChatSection(heading: current, chats: group)) }
        return sections
    }
}

/// Which heading a date comes under.
private struct Headings {
    private let calendar: Calendar
    private let now: Date
    private let today: Date

    init(now: Date, calendar: Calendar) {
        self.calendar = calendar
        self.now = now
        today = calendar.startOfDay(for: now)
    }

    func heading(of date: Date) -> ChatSection.Heading {
        // A clock that was set back leaves chats from tomorrow.
        if date >= today { return .today }
        if date >= daysAgo(1) { return .yesterday }
        if date >= daysAgo(7) { return .week }
        if date >= daysAgo(30) { return .month }
        let parts = calendar.dateComponents([.year, .month], from: date)
        let year = parts.year ?? 0
        return year == calendar.component(.year, from: now) ? .named(month: parts.month ?? 1) : .year(year)
    }

    /// By the calendar, as a day with a change of the clock has not 24 hours.
    private func daysAgo(_ days: Int) -> Date {
        calendar.date(byAdding: .day, value: -days, to: today) ?? today
    }
}
