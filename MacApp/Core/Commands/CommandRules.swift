/// Whether a command can be carried out, and if not, why: a disabled item's tool tip.
public enum Availability: Equatable, Sendable {
    case available
    case unavailable(String)

    public var isAvailable: Bool { self == .available }
    public var obstacle: String? { if case .unavailable(let why) = self { why } else { nil } }
}

extension CommandContext {
    public func availability(of command: AppCommand) -> Availability {
        if let why = obstacle(to: command) { .unavailable(why) } else { .available }
    }

    private func obstacle(to command: AppCommand) -> String? {
        switch command {
        case .settings, .newChat, .newPrivateChat, .newWindow, .newFolder, .importChats, .exportAll,
            .searchAllChats, .chooseModel, .modelLibrary, .downloads, .help, .welcome:
            nil
        case .quickPrompt: CommandWords.quickPromptComesLater
        case .relaunch: needsRelaunch ? nil : CommandWords.engineIsWell
        case .toggleSidebar, .toggleStatistics, .tintDrafts, .biggerText, .smallerText, .usualText:
            front == .main ? nil : CommandWords.noWindow
        case .toggleThinking: withMessages ?? (chat?.hasThoughts == true ? nil : CommandWords.noThoughts)
        case .exportJSON, .exportMarkdown, .share: selected > 0 && front == .main ? nil : withMessages
        case .copyConversation, .find: withMessages
        case .findNext, .findPrevious: withMessages ?? (findHasMatches ? nil : CommandWords.nothingFound)
        case .copyAnswer, .speakAnswer: withMessages ?? (chat?.hasAnswer == true ? nil : CommandWords.noAnswer)
        case .regenerate, .editLastMessage:
            withMessages ?? (chat?.answering == true ? CommandWords.stillAnswering : gpu)
        case .previousBranch: branch(\.hasPrevious)
        case .nextBranch: branch(\.hasNext)
        case .send:
            withChat ?? (chat?.answering == true ? CommandWords.stillAnswering : nil) ?? gpu
                ?? (chat?.canSend == true ? nil : CommandWords.nothingToSend)
        case .stop:
            chat?.answering == true || front == .quickPrompt && quickPromptAnswering ? nil : CommandWords.notAnswering
        case .chatSettings: withChat
        case .rename:
            selectedOrOpen ?? (showsTrash ? CommandWords.inTrash : selected > 1 ? CommandWords.onlyOne : nil)
        case .pin, .moveToFolder: selectedOrOpen ?? (showsTrash ? CommandWords.inTrash : nil)
        case .trash:
            // In text the same keys delete to the beginning of the line; a disabled item leaves them to it.
            selectedOrOpen ?? (showsTrash ? CommandWords.inTrash : focus == .text ? CommandWords.typing : nil)
        case .restore, .deleteForGood:
            front != .main
                ? CommandWords.noWindow
                : !showsTrash ? CommandWords.notInTrash : selected == 0 ? CommandWords.noSelection : nil
        case .emptyTrash: trashIsEmpty ? CommandWords.trashIsEmpty : nil
        case .previousChat, .nextChat:
            front != .main
                ? CommandWords.noWindow : chats > (openIsListed ? 1 : 0) ? nil : CommandWords.noOtherChat
        case .pauseDownloads: runningDownloads > 0 ? nil : CommandWords.noDownload
        case .resumeDownloads: pausedDownloads > 0 ? nil : CommandWords.noPausedDownload
        case .unloadModel: !modelLoaded ? CommandWords.noModelLoaded : engineBusy ? CommandWords.stillAnswering : nil
        case .measure: gpu ?? (engineBusy ? CommandWords.stillAnswering : nil)
        }
    }

    private var gpu: String? { needsRelaunch ? CommandWords.relaunchFirst : nil }

    private var withChat: String? {
        front != .main ? CommandWords.noWindow : chat == nil ? CommandWords.noChat : nil
    }

    private var withMessages: String? {
        withChat ?? (chat?.hasMessages == true ? nil : CommandWords.emptyChat)
    }

    private var selectedOrOpen: String? {
        if front != .main { return CommandWords.noWindow }
        if selected > 0 { return nil }
        guard let chat else { return CommandWords.noChat }
        return chat.isPrivate ? CommandWords.isPrivate : chat.hasMessages ? nil : CommandWords.emptyChat
    }

    private func branch(_ goesOn: (BranchPlace) -> Bool) -> String? {
        if let why = withMessages { return why }
        guard let chat else { return CommandWords.noChat }
        return goesOn(chat.branch) ? chat.answering ? CommandWords.stillAnswering : nil : CommandWords.noBranch
    }
}

/// Where a command goes.
public enum CommandRoute: Equatable, Sendable {
    public enum Target: Sendable { case app, frontWindow, newWindow, quickPrompt }

    case perform(Target)
    /// There is no main window: open one, then perform the command there.
    case openWindowFirst
    case refuse(String)
}

extension CommandContext {
    public func route(_ command: AppCommand) -> CommandRoute {
        if case .unavailable(let why) = availability(of: command) { return .refuse(why) }
        switch command {
        case .settings, .quickPrompt, .relaunch, .help, .welcome, .modelLibrary, .downloads, .pauseDownloads,
            .resumeDownloads, .unloadModel, .measure:
            return .perform(.app)
        case .newWindow: return .perform(.newWindow)
        case .stop where front == .quickPrompt: return .perform(.quickPrompt)
        default: return front == .main ? .perform(.frontWindow) : .openWindowFirst
        }
    }
}
