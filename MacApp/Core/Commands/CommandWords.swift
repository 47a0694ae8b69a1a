import Foundation

/// What commands are called, and why they cannot be carried out.
enum CommandWords {
    static var engineIsWell: String { String(localized: "Tandem’s engine is running.") }
    static var relaunchFirst: String {
        String(localized: "The graphics processor is lost to Tandem until it is relaunched.")
    }
    static var quickPromptComesLater: String {
        String(localized: "The quick prompt comes with a later version of Tandem.")
    }
    static var noWindow: String { String(localized: "No chat window is in front.") }
    static var noChat: String { String(localized: "No chat is open.") }
    static var emptyChat: String { String(localized: "The chat has no messages yet.") }
    static var isPrivate: String { String(localized: "A private chat is not kept, so it is in no list.") }
    static var nothingFound: String { String(localized: "Nothing was found.") }
    static var noAnswer: String { String(localized: "There is no answer yet.") }
    static var noThoughts: String { String(localized: "The last answer came without thoughts.") }
    static var stillAnswering: String { String(localized: "An answer is being written; stop it first.") }
    static var notAnswering: String { String(localized: "No answer is being written.") }
    static var noBranch: String { String(localized: "There is no other version on this side.") }
    static var nothingToSend: String { String(localized: "There is nothing to send.") }
    static var onlyOne: String { String(localized: "Select one chat.") }
    static var noSelection: String { String(localized: "No chat is selected.") }
    static var inTrash: String { String(localized: "The chat is in the trash; restore it first.") }
    static var notInTrash: String { String(localized: "The chat is not in the trash.") }
    static var trashIsEmpty: String { String(localized: "The trash is empty.") }
    static var typing: String { String(localized: "The keyboard is in a text.") }
    static var noOtherChat: String { String(localized: "There is no other chat.") }
    static var noDownload: String { String(localized: "Nothing is being downloaded.") }
    static var noPausedDownload: String { String(localized: "No download is paused.") }
    static var noModelLoaded: String { String(localized: "No model is in memory.") }

    // Titles of menu items, for the open chat or for several that are selected.
    static func pin(_ chats: Int) -> String {
        chats > 1 ? String(localized: "Pin \(chats) Chats") : String(localized: "Pin Chat")
    }
    static func unpin(_ chats: Int) -> String {
        chats > 1 ? String(localized: "Unpin \(chats) Chats") : String(localized: "Unpin Chat")
    }
    static func trash(_ chats: Int) -> String {
        chats > 1 ? String(localized: "Move \(chats) Chats to Trash") : String(localized: "Move Chat to Trash")
    }
    static func restore(_ chats: Int) -> String {
        chats > 1 ? String(localized: "Restore \(chats) Chats") : String(localized: "Restore Chat")
    }
    static func deleteForGood(_ chats: Int) -> String {
        chats > 1
            ? String(localized: "Delete \(chats) Chats for Good…") : String(localized: "Delete Chat for Good…")
    }
}

extension CommandContext {
    /// What the menu item is called here.
    public func title(of command: AppCommand) -> String {
        switch command {
        case .settings: String(localized: "Settings…")
        case .quickPrompt: String(localized: "Quick Prompt")
        case .relaunch: String(localized: "Relaunch Tandem")
        case .newChat: String(localized: "New Chat")
        case .newPrivateChat: String(localized: "New Private Chat")
        case .newWindow: String(localized: "New Window")
        case .newFolder: String(localized: "New Folder")
        case .importChats: String(localized: "Import Chats…")
        case .exportJSON: String(localized: "Export as JSON…")
        case .exportMarkdown: String(localized: "Export as Markdown…")
        case .exportAll: String(localized: "Export All Chats…")
        case .share: String(localized: "Share…")
        case .find: String(localized: "Find…")
        case .findNext: String(localized: "Find Next")
        case .findPrevious: String(localized: "Find Previous")
        case .searchAllChats: String(localized: "Search All Chats")
        case .copyAnswer: String(localized: "Copy Last Answer")
        case .copyConversation: String(localized: "Copy Chat as Markdown")
        case .editLastMessage: String(localized: "Edit Last Message")
        case .speakAnswer: speaking ? String(localized: "Stop Speaking") : String(localized: "Speak Last Answer")
        case .toggleSidebar: sidebarShown ? String(localized: "Hide Sidebar") : String(localized: "Show Sidebar")
        case .toggleStatistics:
            statisticsShown ? String(localized: "Hide Statistics") : String(localized: "Show Statistics")
        case .toggleThinking:
            thinkingShown ? String(localized: "Collapse Thinking") : String(localized: "Expand Thinking")
        case .tintDrafts: String(localized: "Tint Drafted Text")
        case .biggerText: String(localized: "Bigger Text")
        case .smallerText: String(localized: "Smaller Text")
        case .usualText: String(localized: "Actual Size")
        case .send: String(localized: "Send")
        case .stop: String(localized: "Stop")
        case .regenerate: String(localized: "Answer Again")
        case .previousBranch: String(localized: "Previous Version")
        case .nextBranch: String(localized: "Next Version")
        case .chatSettings: String(localized: "Chat Settings")
        case .rename: String(localized: "Rename Chat…")
        case .pin: selectedArePinned ? CommandWords.unpin(selected) : CommandWords.pin(selected)
        case .moveToFolder: String(localized: "Move to Folder…")
        case .trash: CommandWords.trash(selected)
        case .restore: CommandWords.restore(selected)
        case .deleteForGood: CommandWords.deleteForGood(selected)
        case .emptyTrash: String(localized: "Empty Trash…")
        case .previousChat: String(localized: "Previous Chat")
        case .nextChat: String(localized: "Next Chat")
        case .chooseModel: String(localized: "Choose Model…")
        case .modelLibrary: String(localized: "Model Library")
        case .downloads: String(localized: "Downloads")
        case .pauseDownloads:
            runningDownloads > 1 ? String(localized: "Pause All Downloads") : String(localized: "Pause Download")
        case .resumeDownloads:
            pausedDownloads > 1 ? String(localized: "Resume All Downloads") : String(localized: "Resume Download")
        case .unloadModel: String(localized: "Free the Model’s Memory")
        case .measure: String(localized: "Measure on This Mac…")
        case .help: String(localized: "Tandem Help")
        case .welcome: String(localized: "Welcome to Tandem…")
        }
    }

    /// Whether the item has a check mark.
    public func isChecked(_ command: AppCommand) -> Bool {
        command == .tintDrafts && draftsTinted
    }
}
