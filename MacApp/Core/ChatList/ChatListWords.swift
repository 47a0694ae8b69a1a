import Foundation

enum ChatListWords {
    static var pinned: String { String(localized: "Pinned") }
    static var today: String { String(localized: "Today") }
    static var yesterday: String { String(localized: "Yesterday") }
    static var week: String { String(localized: "Previous 7 Days") }
    static var month: String { String(localized: "Previous 30 Days") }
    /// The name of a month, from 1, as a heading.
    static func month(_ number: Int) -> String {
        var calendar = Calendar.current
        calendar.locale = Region.locale
        let names = calendar.standaloneMonthSymbols
        guard names.indices.contains(number - 1) else { return "" }
        // Some languages write them small within a sentence.
        return names[number - 1].prefix(1).uppercased(with: Region.locale) + names[number - 1].dropFirst()
    }
    static func year(_ year: Int) -> String {
        String(
            localized: "heading.year", defaultValue: "\(String(year))", comment: "A heading in a list of chats: a year")
    }
    static var untitled: String { String(localized: "New Chat") }
    static var noResults: String { String(localized: "No chat has all of these words.") }
    static var emptyName: String { String(localized: "A name needs at least one character.") }
    static var folderExists: String { String(localized: "There is a folder of that name already.") }

    static func trashed(_ count: Int) -> String { String(localized: "Moved \(count) chats to the trash.") }
    /// What an undo could not bring back.
    static func lost(_ titles: [String]) -> String {
        if titles.count == 1, let title = titles.first {
            return String(localized: "“\(title)” was deleted for good and cannot come back.")
        }
        let named = titles.prefix(5).map { "“\($0)”" } + (titles.count > 5 ? ["…"] : [])
        let list = named.formatted(.list(type: .and, width: .narrow).locale(Region.locale))
        return String(localized: "These chats were deleted for good and cannot come back: \(list).")
    }
    static func moved(_ count: Int) -> String { String(localized: "Moved \(count) chats.") }
}
