enum ChatListWords {
    static let pinned = "Pinned"
    static let today = "Today"
    static let yesterday = "Yesterday"
    static let week = "Previous 7 Days"
    static let month = "Previous 30 Days"
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
        "December",
    ]
    static let untitled = "New Chat"
    static let noResults = "No chat has all of these words."
    static let emptyName = "A name needs at least one character."
    static let folderExists = "There is a folder of that name already."

    static func trashed(_ count: Int) -> String {
        count == 1 ? "Moved a chat to the trash." : "Moved \(count) chats to the trash."
    }
    static func moved(_ count: Int) -> String { count == 1 ? "Moved a chat." : "Moved \(count) chats." }
}
