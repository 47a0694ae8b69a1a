import Core
import EngineKit
import SwiftUI

/// What is done with the messages of a window's chat.
@Observable @MainActor
final class ChatActions {
    /// The message that is being written anew.
    private(set) var editing: Int64?
    /// The text of that, apart, so that a key redraws no message.
    var edit: MessageEdit? {
        didSet {
            if editing != edit?.message { editing = edit?.message }
            if let edit, edit.text != oldValue?.text, let chat = conversation.chat?.id { edits.keep(edit, in: chat) }
        }
    }

    /// What is about to be deleted, once the user has said yes.
    var deletion: MessageDeletion?

    /// The window's, which only a view knows.
    @ObservationIgnored weak var undoManager: UndoManager?
    @ObservationIgnored private var edits: EditDrafts
    /// What can be taken back, the last one last.
    @ObservationIgnored var steps: [DeletionStep] = []
    /// A view, the undo manager or a task may hold this longer than the window is there.
    @ObservationIgnored private(set) weak var window: WindowModel?
    @ObservationIgnored let app: AppModel
    /// The one that is shown.
    private(set) var conversation: ConversationStore
    @ObservationIgnored private let tasks = Tasks()

    init(_ window: WindowModel) {
        self.window = window
        app = window.app
        conversation = window.conversation
        edits = EditDrafts(window.app.drafts)
    }

    private var system: SystemServices { app.services.system }
    private var transcripts: Transcripts { conversation.transcripts }

    // MARK: Copying

    func copy(_ text: String) { system.pasteboard.copy(text) }

    /// An answer without marks; what the user wrote as it is.
    func copy(_ message: ChatMessage) {
        copy(message.role == .assistant ? transcripts[message].answer.plainText : message.text)
    }

    func copyLastAnswer() {
        if let answer = lastWords { copy(answer) }
    }

    func copyConversation() {
        let conversation = conversation
        tasks.run { [weak self] in
            if let text = await conversation.markdown() { self?.copy(text) }
        }
    }

    // MARK: Writing anew

    /// Goes on with what was being written instead of a message.
    func edit(_ message: ChatMessage) {
        guard conversation.canSend, let edit = MessageEdit(message, instead: kept(message.id)) else { return }
        self.edit = edit
    }

    private func kept(_ message: Int64) -> String? {
        conversation.chat.flatMap { edits.take(message, in: $0.id) }
    }

    /// Opens the editor again that was open when the chat was left.
    private func resume() {
        guard let chat = conversation.chat?.id else { return }
        let begun = edits.messages(in: chat)
        let message = conversation.tree.shown.last { begun.contains($0.id) }
        if let message { edit = MessageEdit(message, instead: kept(message.id)) }
    }

    func editLast() {
        if let message = conversation.tree.lastQuestion { edit(message) }
    }

    /// Throws away what was written.
    func cancelEdit() {
        if let edit, let chat = conversation.chat?.id { edits.forget(edit.message, in: chat) }
        putEditAside()
    }

    /// Closes the editor; what was written in it is there when it is opened again.
    func putEditAside() {
        edit = nil
        window?.field.focus()
    }

    /// Whether something is written that is not said.
    var hasEdit: Bool { edit?.isChanged == true }

    func sendEdit() {
        guard let edit, edit.canSend, conversation.canSend else { return }
        self.edit?.isSending = true
        let (conversation, edits) = (conversation, edits)
        tasks.run { [weak self] in
            let isKept = await conversation.edit(edit.message, to: edit.text)
            if isKept, let chat = conversation.chat?.id { edits.forget(edit.message, in: chat) }
            guard let self, self.conversation === conversation, self.edit?.message == edit.message else { return }
            // What is not on the disk stays here.
            if isKept { cancelEdit() } else { self.edit?.isSending = false }
        }
    }

    // MARK: Answers and versions

    func regenerate() { conversation.retry() }

    func showVersion(_ way: Int, of message: Int64) {
        let conversation = conversation
        tasks.run { await conversation.showVersion(way, of: message) }
    }

    func showVersion(_ way: Int) {
        if let message = conversation.tree.branching { showVersion(way, of: message) }
    }

    func keepAgain() {
        let conversation = conversation
        tasks.run { await conversation.keepAgain() }
    }

    func setModel(_ name: String) {
        let conversation = conversation
        tasks.run { await conversation.setModel(name) }
    }

    func setThinking(_ choice: ThinkingChoice) {
        let conversation = conversation
        var parameters = conversation.parameters
        parameters.thinking = choice
        tasks.run { [parameters] in await conversation.setParameters(parameters) }
    }

    /// Shows a message, on whatever branch it is.
    func reveal(_ message: Int64) {
        let conversation = conversation
        tasks.run { await conversation.show(message) }
    }

    // MARK: Deleting

    func askToDelete(_ message: Int64) { deletion = conversation.deletion(of: message) }

    func delete(_ deletion: MessageDeletion) {
        let conversation = conversation
        let chat = window?.shownChat
        tasks.run { [weak self] in
            guard await conversation.delete(deletion.id), let self else { return }
            window?.narrator.post(.messagesDeleted(deletion.count))
            // A private chat that was left meanwhile has nothing to take back.
            if chat != nil || self.conversation === conversation { register(DeletionStep(deletion, in: chat)) }
        }
    }

    func run(_ work: @escaping @MainActor () async -> Void) { tasks.run(work) }

    // MARK: Thoughts and speech

    var thinkingIsShown: Bool { lastAnswer.map { transcripts[$0].thinking.isOpen } ?? false }

    func toggleThinking() {
        if let answer = lastAnswer { transcripts[answer].toggleThinking() }
    }

    func isSpeaking(_ message: ChatMessage) -> Bool { app.speech.spoken == spoken(message) }

    /// Whether something of this chat is read aloud.
    var isSpeaking: Bool { app.speech.spoken?.conversation == ObjectIdentifier(conversation) }

    /// Reads an answer aloud, or stops doing so.
    func speak(_ message: ChatMessage) {
        if isSpeaking(message) { return app.speech.stop() }
        app.speech.speak(transcripts[message].answer.speech, of: spoken(message))
    }

    func speakLastAnswer() {
        if isSpeaking { app.speech.stop() } else if let answer = lastWords { speak(answer) }
    }

    private func spoken(_ message: ChatMessage) -> Speech.Spoken {
        Speech.Spoken(conversation: ObjectIdentifier(conversation), message: message.id)
    }

    private var lastAnswer: ChatMessage? { conversation.tree.lastAnswer }

    /// The last answer that says something: one may have failed before its first word.
    private var lastWords: ChatMessage? {
        let transcripts = transcripts
        return conversation.tree.shown.last { $0.role == .assistant && !transcripts[$0].answer.plainText.isEmpty }
    }

    // MARK: Another chat

    /// Another chat is shown, with what was being written anew in it.
    func leave() {
        guard let window else { return }
        conversation = window.conversation
        (edit, deletion) = (nil, nil)
        forgetSteps { $0.chat == nil }
        edits = window.isPrivate ? EditDrafts(DraftStore(Nowhere())) : EditDrafts(app.drafts)
        resume()
    }

    /// The window is gone, though a view may hold this longer: another one may go on with what is written anew.
    func closed() {
        forgetSteps()
        if window?.isPrivate == false { edits = EditDrafts(app.drafts) }
    }
}
