import Core
import EngineKit

extension WindowModel {
    /// What the rules for commands look at, while this window is in front.
    var context: CommandContext {
        var context = app.context
        context.front = .main
        context.focus = focus
        context.sidebarShown = showsSidebar
        context.statisticsShown = showsStatistics
        context.draftsTinted = app.settings.settings.tintsDrafts
        context.selected = chats.list.selection.count
        context.chats = chats.list.chats.count
        context.openIsListed = shownChat.map { shown in chats.list.chats.contains { $0.id == shown } } ?? false
        context.showsTrash = chats.list.shelf == .trash
        context.selectedArePinned = affectedArePinned
        context.trashIsEmpty = chats.list.trashIsEmpty
        var chat = CommandContext.OpenChat()
        chat.hasMessages = !conversation.tree.path.isEmpty
        chat.hasAnswer = conversation.tree.hasAnswer
        chat.answering = conversation.isAnswering
        chat.isPrivate = isPrivate
        chat.canSend = composer.canSend
        if let message = conversation.tree.branching { chat.branch = conversation.tree.branch(of: message) }
        context.findHasMatches = !find.query.isEmpty && (!find.isOpen || !find.find.matches.isEmpty)
        chat.hasThoughts = conversation.tree.lastAnswer.map { transcripts[$0].thinking.isThere } ?? false
        context.thinkingShown = actions.thinkingIsShown
        context.speaking = actions.isSpeaking
        context.chat = chat
        return context
    }

    /// Carries out a command in this window. Whether it may be, the context has told.
    func perform(_ command: AppCommand) {
        switch command {
        case .newChat: newChat()
        case .newPrivateChat: newPrivateChat()
        case .newFolder: sidebar.sheet = .folder(FolderNaming())
        case .searchAllChats: sidebar.beginSearch()
        case .importChats: sharing.choosesFiles = true
        case .exportMarkdown: sharing.export(affected, as: .markdown, from: affectedStore)
        case .exportJSON: sharing.export(affected, as: .json, from: affectedStore)
        case .exportAll: sharing.exportAll()
        case .share: sharing.share(affected, from: affectedStore)
        case .rename: if let chat = affected.first { sidebar.beginRenaming(chat) }
        case .pin: sidebar.setPinned(!affectedArePinned, affected)
        case .moveToFolder: sidebar.sheet = .move(affected)
        case .trash: sidebar.trash(affected)
        case .restore: sidebar.restore(affected)
        case .deleteForGood: sidebar.askToDelete(affected)
        case .emptyTrash: sidebar.askToEmptyTrash()
        case .previousChat: step(-1)
        case .nextChat: step(1)
        case .toggleSidebar: showsSidebar.toggle()
        case .toggleStatistics: showsStatistics.toggle()
        case .tintDrafts: app.settings.change { $0.tintsDrafts.toggle() }
        case .biggerText: app.settings.change { $0.textSize = TextSize.bigger(than: $0.textSize) }
        case .smallerText: app.settings.change { $0.textSize = TextSize.smaller(than: $0.textSize) }
        case .usualText: app.settings.change { $0.textSize = 1 }
        case .send: composer.send(.send)
        case .stop: composer.send(.stop)
        case .chatSettings: sheet = .chatSettings
        case .chooseModel: sheet = .models
        case .find: find.open()
        case .findNext: find.next()
        case .findPrevious: find.previous()
        case .copyAnswer: actions.copyLastAnswer()
        case .copyConversation: actions.copyConversation()
        case .editLastMessage: actions.editLast()
        case .speakAnswer: actions.speakLastAnswer()
        case .toggleThinking: actions.toggleThinking()
        case .regenerate: actions.regenerate()
        case .previousBranch: actions.showVersion(-1)
        case .nextBranch: actions.showVersion(1)
        default: break
        }
    }

    /// Which chats a command is about: those that are selected, or else the one that is shown.
    var affected: Set<Int64> {
        let selected = chats.list.selection
        return selected.isEmpty ? Set(conversation.chat.map { [$0.id] } ?? []) : selected
    }

    private var affectedArePinned: Bool {
        let selected = chats.selected
        return selected.isEmpty ? conversation.chat?.isPinned == true : selected.allSatisfy(\.isPinned)
    }

    /// Where the chats that a command is about are kept: the private one has a store of its own, under a number that means
    /// another chat elsewhere.
    private var affectedStore: any ChatStoreProtocol {
        chats.list.selection.isEmpty ? keptIn : app.services.chats
    }

    private func step(_ way: Int) {
        let order = chats.list.shown(chats.sections())
        if let chat = ChatList.step(way, from: shownChat, in: order) { open(chat) }
    }
}

extension ChatListStore {
    var selected: [Chat] { list.chats.filter { list.selection.contains($0.id) } }
}
