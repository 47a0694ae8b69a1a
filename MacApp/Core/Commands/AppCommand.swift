/// Everything a menu, a key or a button can ask for.
public enum AppCommand: String, CaseIterable, Sendable {
    // Tandem
    case settings, quickPrompt, relaunch
    // File
    case newChat, newPrivateChat, newWindow, newFolder, importChats, exportJSON, exportMarkdown, exportAll, share
    // Edit
    case find, findNext, findPrevious, searchAllChats, copyAnswer, copyConversation, editLastMessage, speakAnswer
    // View
    case toggleSidebar, toggleStatistics, toggleThinking, tintDrafts, biggerText, smallerText, usualText
    // Chat
    case send, stop, regenerate, previousBranch, nextBranch, chatSettings
    case rename, pin, moveToFolder, trash, restore, deleteForGood, emptyTrash, previousChat, nextChat
    // Model
    case chooseModel, modelLibrary, downloads, pauseDownloads, resumeDownloads, unloadModel, measure
    // Help
    case help, welcome
}

/// What the rules for commands look at.
public struct CommandContext: Equatable, Sendable {
    /// The window that has the keyboard.
    public enum Front: Sendable { case none, main, quickPrompt, settings, other }

    /// What in the main window has the keyboard.
    public enum Focus: Sendable { case sidebar, transcript, text }

    /// The chat that the front window shows.
    public struct OpenChat: Equatable, Sendable {
        public var hasMessages = false
        public var hasAnswer = false
        /// Whether the model thought before the last answer.
        public var hasThoughts = false
        public var answering = false
        public var isPrivate = false
        public var canSend = false
        /// The version of a message that the reader is at.
        public var branch = BranchPlace()

        public init() {}
    }

    public var front = Front.none
    public var focus = Focus.text
    public var chat: OpenChat?
    /// Chats selected in the sidebar.
    public var selected = 0
    public var selectedArePinned = false
    public var showsTrash = false
    public var trashIsEmpty = true
    public var chats = 0
    /// Whether the open chat is one of them.
    public var openIsListed = false
    public var findHasMatches = false
    public var sidebarShown = true
    public var statisticsShown = false
    public var thinkingShown = false
    public var draftsTinted = false
    public var speaking = false
    public var quickPromptAnswering = false
    public var modelLoaded = false
    /// Whether an answer is being written in any window.
    public var engineBusy = false
    public var runningDownloads = 0
    public var pausedDownloads = 0
    /// The engine has lost the GPU and only a new start brings it back.
    public var needsRelaunch = false

    public init() {}
}
