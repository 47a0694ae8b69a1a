import Core
import EngineKit
import Foundation
import Testing

@Suite struct ChatSectionTests {
    private let calendar: Calendar = {
        var calendar = Calendar(identifier: .gregorian)
        // Clocks went forward on 29 March 2026.
        calendar.timeZone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
        return calendar
    }()

    private func date(_ text: String) throws -> Date {
        let formatter = DateFormatter()
        formatter.calendar = calendar
        formatter.timeZone = calendar.timeZone
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.dateFormat = "yyyy-MM-dd HH:mm"
        return try #require(formatter.date(from: text))
    }

    private func sections(_ dates: [String], now: String) throws -> [String: [Int64]] {
        let chats = try dates.enumerated().map {
            Chat(id: Int64($0.offset), title: "", updatedAt: try date($0.element))
        }
        let sections = ChatSection.sections(of: chats, now: try date(now), calendar: calendar)
        return Dictionary(uniqueKeysWithValues: sections.map { ($0.title, $0.chats.map(\.id)) })
    }

    @Test func chatsComeUnderTheDayTheyWereWrittenTo() throws {
        let dates = [
            "2026-06-15 00:00", "2026-06-14 23:59", "2026-06-14 00:00", "2026-06-13 23:59", "2026-06-08 00:00",
            "2026-06-07 23:59", "2026-05-16 00:00", "2026-05-15 23:59", "2026-01-01 00:00", "2025-12-31 23:59",
            "2026-06-16 09:00",
        ]
        #expect(
            try sections(dates, now: "2026-06-15 12:00") == [
                "Today": [10, 0], "Yesterday": [1, 2], "Previous 7 Days": [3, 4], "Previous 30 Days": [5, 6],
                "May": [7], "January": [8], "2025": [9],
            ])
    }

    @Test func aDayWithAChangeOfTheClockIsADay() throws {
        #expect(try sections(["2026-03-29 00:10"], now: "2026-03-30 00:05") == ["Yesterday": [0]])
        #expect(try sections(["2026-03-28 23:50"], now: "2026-03-30 00:05") == ["Previous 7 Days": [0]])
    }

    @Test func pinnedChatsComeFirstAndOnlyThere() throws {
        let now = try date("2026-06-15 12:00")
        let chats = [
            Chat(id: 1, title: "", updatedAt: now), Chat(id: 2, title: "", updatedAt: now, pinnedAt: now - 60),
            Chat(id: 3, title: "", updatedAt: now - 999_999, pinnedAt: now),
        ]
        let sections = ChatSection.sections(of: chats, now: now, calendar: calendar)
        #expect(sections.map(\.title) == ["Pinned", "Today"] && sections[0].chats.map(\.id) == [3, 2])
        #expect(sections[1].chats.map(\.id) == [1] && ChatSection.sections(of: [], now: now).isEmpty)
        #expect(Set(sections.map(\.id)).count == 2)
    }

    @Test func titlesAreOneLineAndNeverEmpty() {
        #expect(Chat(id: 1, title: " \n").shownTitle == "New Chat" && Chat(id: 1, title: "a\nb").shownTitle == "a b")
        #expect(Chat(id: 1, title: String(repeating: "x", count: 500)).shownTitle.count == 121)
    }

    @Test func theNextChatIsTheNearestThatStays() {
        #expect(ChatList.neighbour(of: [2], in: [1, 2, 3]) == 3 && ChatList.neighbour(of: [3], in: [1, 2, 3]) == 2)
        #expect(
            ChatList.neighbour(of: [1, 3], in: [1, 2, 3, 4]) == 4
                && ChatList.neighbour(of: [2, 3], in: [1, 2, 3]) == 1)
        #expect(ChatList.neighbour(of: [1], in: [1]) == nil && ChatList.neighbour(of: [9], in: [1]) == nil)
        #expect(ChatList.step(1, from: 3, in: [1, 2, 3]) == 1 && ChatList.step(-1, from: 1, in: [1, 2, 3]) == 3)
        #expect(ChatList.step(1, from: nil, in: [1, 2]) == 1 && ChatList.step(-1, from: 7, in: [1, 2]) == 2)
        #expect(ChatList.step(1, from: 1, in: []) == nil)
    }
}
