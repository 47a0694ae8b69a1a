import Core
import Testing

@Suite struct CommandTests {
    private func context(_ change: (inout CommandContext) -> Void = { _ in }) -> CommandContext {
        var context = CommandContext()
        context.front = .main
        context.focus = .transcript
        context.chats = 3
        var chat = CommandContext.OpenChat()
        chat.hasMessages = true
        chat.hasAnswer = true
        chat.canSend = true
        context.chat = chat
        change(&context)
        return context
    }

    private func allowed(_ command: AppCommand, _ context: CommandContext) -> Bool {
        context.availability(of: command).isAvailable
    }

    @Test func withNoWindowOnlyWhatNeedsNoneIsThere() {
        let nothing = CommandContext()
        let there = AppCommand.allCases.filter { allowed($0, nothing) }
        #expect(
            Set(there) == [
                .settings, .newChat, .newPrivateChat, .newWindow, .newFolder, .importChats,
                .exportAll, .searchAllChats, .chooseModel, .modelLibrary, .downloads, .measure, .help, .welcome,
            ])
    }

    @Test func whatNeedsAnAnswerNeedsOne() {
        let empty = context { $0.chat = .init() }
        let asked = context { $0.chat?.hasAnswer = false }
        for command in [AppCommand.copyAnswer, .speakAnswer] {
            #expect(!allowed(command, empty) && !allowed(command, asked) && allowed(command, context()))
        }
        for command in [
            AppCommand.find, .exportMarkdown, .exportJSON, .share, .copyConversation, .regenerate, .editLastMessage,
        ] {
            #expect(!allowed(command, empty) && allowed(command, asked), "\(command)")
        }
    }

    @Test func whileItAnswersOnlyStoppingIsPossible() {
        let answering = context { $0.chat?.answering = true }
        #expect(allowed(.stop, answering) && !allowed(.stop, context()))
        for command in [AppCommand.send, .regenerate, .editLastMessage] {
            #expect(!allowed(command, answering) && allowed(command, context()), "\(command)")
        }
        let branched = context {
            $0.chat?.answering = true
            $0.chat?.branch = BranchPlace(2, of: 3)
        }
        #expect(!allowed(.nextBranch, branched))
        #expect(!allowed(.unloadModel, context { ($0.modelLoaded, $0.engineBusy) = (true, true) }))
        #expect(!allowed(.measure, context { $0.engineBusy = true }))
    }

    @Test func branchesEndOnBothSides() {
        let first = context { $0.chat?.branch = BranchPlace(1, of: 2) }
        let last = context { $0.chat?.branch = BranchPlace(2, of: 2) }
        #expect(!allowed(.previousBranch, first) && allowed(.nextBranch, first))
        #expect(allowed(.previousBranch, last) && !allowed(.nextBranch, last))
        #expect(!allowed(.nextBranch, context()))
    }

    @Test func theTrashHasItsOwnCommands() {
        let trash = context { ($0.showsTrash, $0.selected, $0.trashIsEmpty) = (true, 1, false) }
        for command in [AppCommand.rename, .pin, .moveToFolder, .trash] {
            #expect(!allowed(command, trash) && allowed(command, context()), "\(command)")
        }
        for command in [AppCommand.restore, .deleteForGood, .emptyTrash] {
            #expect(allowed(command, trash) && !allowed(command, context()), "\(command)")
        }
        #expect(!allowed(.restore, context { $0.showsTrash = true }))
    }

    @Test func whileTypingTheKeysThatDeleteALineDeleteNoChat() {
        #expect(!allowed(.trash, context { $0.focus = .text }))
        #expect(allowed(.trash, context { ($0.focus, $0.selected) = (.sidebar, 2) }))
    }

    @Test func aPrivateChatIsInNoList() {
        let alone = context { $0.chat?.isPrivate = true }
        #expect(!allowed(.pin, alone) && !allowed(.trash, alone) && allowed(.exportMarkdown, alone))
        #expect(!allowed(.rename, context { $0.selected = 2 }) && allowed(.rename, context { $0.selected = 1 }))
    }

    @Test func aLostGraphicsProcessorLeavesReadingAndRelaunching() {
        let lost = context { $0.needsRelaunch = true }
        for command in [AppCommand.send, .regenerate, .measure] { #expect(!allowed(command, lost), "\(command)") }
        #expect(allowed(.relaunch, lost) && allowed(.copyAnswer, lost) && !allowed(.relaunch, context()))
    }

    @Test func downloadsFindAndChatsHaveToBeThere() {
        #expect(!allowed(.pauseDownloads, context()) && allowed(.pauseDownloads, context { $0.runningDownloads = 1 }))
        #expect(!allowed(.resumeDownloads, context()) && allowed(.resumeDownloads, context { $0.pausedDownloads = 1 }))
        #expect(!allowed(.findNext, context()) && allowed(.findNext, context { $0.findHasMatches = true }))
        #expect(!allowed(.nextChat, context { ($0.chats, $0.openIsListed) = (1, true) }))
        // Beside a new chat, one in the list is another.
        #expect(allowed(.nextChat, context { $0.chats = 1 }) && !allowed(.nextChat, context { $0.chats = 0 }))
        #expect(allowed(.nextChat, context { ($0.chats, $0.openIsListed) = (2, true) }))
        #expect(
            !allowed(.toggleThinking, context()) && allowed(.toggleThinking, context { $0.chat?.hasThoughts = true }))
        #expect(!allowed(.send, context { $0.chat?.canSend = false }))
        #expect(allowed(.unloadModel, context { $0.modelLoaded = true }) && !allowed(.unloadModel, context()))
    }

    @Test func commandsGoWhereTheyBelong() {
        #expect(context().route(.newChat) == .perform(.frontWindow))
        #expect(CommandContext().route(.newChat) == .openWindowFirst)
        #expect(context { $0.front = .quickPrompt }.route(.searchAllChats) == .openWindowFirst)
        #expect(context().route(.newWindow) == .perform(.newWindow))
        #expect(CommandContext().route(.settings) == .perform(.app))
        let quick = context {
            ($0.front, $0.quickPromptAnswering) = (.quickPrompt, true)
            $0.chat = nil
        }
        #expect(quick.route(.stop) == .perform(.quickPrompt))
        #expect(context { $0.chat?.answering = true }.route(.stop) == .perform(.frontWindow))
        guard case .refuse(let why) = CommandContext().route(.send) else {
            Issue.record("sent without a window")
            return
        }
        #expect(why.contains("window"))
    }

    @Test func selectedChatsAreExportedWhateverIsOpen() {
        let empty = context { $0.chat?.hasMessages = false }
        #expect(!allowed(.exportMarkdown, empty) && !allowed(.share, empty))
        let selected = context {
            $0.chat?.hasMessages = false
            $0.selected = 2
        }
        #expect(allowed(.exportMarkdown, selected) && allowed(.exportJSON, selected) && allowed(.share, selected))
        #expect(allowed(.exportAll, CommandContext()))
        #expect(CommandContext().route(.exportAll) == .openWindowFirst)
        // They ask something, and that needs a window.
        #expect(CommandContext().route(.importChats) == .openWindowFirst)
        #expect(context { $0.trashIsEmpty = false }.route(.emptyTrash) == .perform(.frontWindow))
        #expect(Availability.unavailable("so").obstacle == "so" && Availability.available.obstacle == nil)
    }

    @Test func titlesSayWhatWouldHappen() {
        #expect(context { $0.selected = 3 }.title(of: .trash) == "Move 3 Chats to Trash")
        #expect(context().title(of: .trash) == "Move Chat to Trash")
        #expect(context { $0.selectedArePinned = true }.title(of: .pin) == "Unpin Chat")
        #expect(context { $0.sidebarShown = false }.title(of: .toggleSidebar) == "Show Sidebar")
        #expect(context { $0.speaking = true }.title(of: .speakAnswer) == "Stop Speaking")
        #expect(context { $0.runningDownloads = 2 }.title(of: .pauseDownloads) == "Pause All Downloads")
        for command in AppCommand.allCases { #expect(!context().title(of: command).isEmpty) }
    }

    @Test func contextsAreComparedWhole() {
        #expect(context() == context())
        #expect(context() != context { $0.chat?.branch = BranchPlace(1, of: 2) })
        #expect(context() != context { $0.chat?.answering = true })
    }
}
