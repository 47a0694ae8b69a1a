import EngineKit
import Foundation
import Synchronization

/// The real store, in memory, in which a test can have calls fail or wait.
final class TestChats: ChatStoreProtocol {
    private struct State {
        var failures: [String: EngineError] = [:]
        var held: Set<String> = []
        var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]
        var arrivals: [(call: String, continuation: CheckedContinuation<Void, Never>)] = []
        var calls: [String] = []
    }

    private let store: LiveChatStore
    private let state = Mutex(State())

    init() async throws {
        store = try await LiveChatStore.temporary()
    }

    /// The calls so far, by name.
    var calls: [String] { state.withLock(\.calls) }

    /// Has a call fail until it is told otherwise.
    func fail(_ call: String, _ error: EngineError?) { state.withLock { $0.failures[call] = error } }

    /// Has a call wait until ``release(_:)``.
    func hold(_ call: String) { state.withLock { _ = $0.held.insert(call) } }

    func release(_ call: String) {
        let waiting = state.withLock { state in
            state.held.remove(call)
            return state.waiting.removeValue(forKey: call) ?? []
        }
        for call in waiting { call.resume() }
    }

    /// Waits until a held call has come.
    func arrived(_ call: String) async {
        await withCheckedContinuation { continuation in
            let there = state.withLock { state in
                if state.waiting[call]?.isEmpty == false { return true }
                state.arrivals.append((call, continuation))
                return false
            }
            if there { continuation.resume() }
        }
    }

    private func passing(_ call: String = #function) async throws(EngineError) {
        let call = String(call.prefix { $0 != "(" })
        await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
            let ready = state.withLock { state in
                state.calls.append(call)
                guard state.held.contains(call) else { return [continuation] }
                state.waiting[call, default: []].append(continuation)
                let arrived = state.arrivals.filter { $0.call == call }.map(\.continuation)
                state.arrivals.removeAll { $0.call == call }
                return arrived
            }
            for waiter in ready { waiter.resume() }
        }
        if let error = state.withLock({ $0.failures[call] }) { throw error }
    }

    var condition: ChatsCondition { store.condition }

    func repair() async throws(EngineError) -> String {
        try await passing()
        return try await store.repair()
    }
    func create(_ new: NewChat) async throws(EngineError) -> Int64 {
        try await passing()
        return try await store.create(new)
    }
    func chat(_ id: Int64) async throws(EngineError) -> Chat {
        try await passing()
        return try await store.chat(id)
    }
    func latest() async throws(EngineError) -> Chat? {
        try await passing()
        return try await store.latest()
    }
    func list(_ shelf: ChatShelf, skip: UInt32, limit: UInt32) async throws(EngineError) -> [Chat] {
        try await passing()
        return try await store.list(shelf, skip: skip, limit: limit)
    }
    func untitled(_ chat: Int64) async throws(EngineError) -> TitleSubject? {
        try await passing()
        return try await store.untitled(chat)
    }
    func setTitle(_ title: String, of chat: Int64, origin: Chat.TitleOrigin) async throws(EngineError) -> Bool {
        try await passing()
        return try await store.setTitle(title, of: chat, origin: origin)
    }
    func setFolder(_ folder: Int64?, of chat: Int64) async throws(EngineError) {
        try await passing()
        try await store.setFolder(folder, of: chat)
    }
    func setPinned(_ pinned: Bool, of chat: Int64) async throws(EngineError) {
        try await passing()
        try await store.setPinned(pinned, of: chat)
    }
    func setSystemPrompt(_ text: String, of chat: Int64) async throws(EngineError) {
        try await passing()
        try await store.setSystemPrompt(text, of: chat)
    }
    func setModel(_ model: String?, of chat: Int64) async throws(EngineError) {
        try await passing()
        try await store.setModel(model, of: chat)
    }
    func setParameters(_ parameters: String, of chat: Int64) async throws(EngineError) {
        try await passing()
        try await store.setParameters(parameters, of: chat)
    }
    func trash(_ chat: Int64) async throws(EngineError) {
        try await passing()
        try await store.trash(chat)
    }
    func restore(_ chat: Int64) async throws(EngineError) {
        try await passing()
        try await store.restore(chat)
    }
    func purge(_ chat: Int64) async throws(EngineError) {
        try await passing()
        try await store.purge(chat)
    }
    func purgeTrash(before: Date) async throws(EngineError) -> UInt64 {
        try await passing()
        return try await store.purgeTrash(before: before)
    }
    func conversation(_ chat: Int64) async throws(EngineError) -> Conversation {
        try await passing()
        return try await store.conversation(chat)
    }
    func add(_ draft: MessageDraft, to chat: Int64, after parent: Int64?) async throws(EngineError) -> Int64 {
        try await passing()
        return try await store.add(draft, to: chat, after: parent)
    }
    func edit(_ message: Int64, to text: String, attaching: [TextAttachment]) async throws(EngineError) -> Int64 {
        try await passing()
        return try await store.edit(message, to: text, attaching: attaching)
    }
    func lastMessage(of chat: Int64) async throws(EngineError) -> Int64? {
        try await passing()
        return try await store.lastMessage(of: chat)
    }
    func choose(_ message: Int64) async throws(EngineError) {
        try await passing()
        try await store.choose(message)
    }
    func deleteMessage(_ message: Int64) async throws(EngineError) -> DeletedMessages {
        try await passing()
        return try await store.deleteMessage(message)
    }
    func restoreMessage(_ message: Int64) async throws(EngineError) -> DeletedMessages {
        try await passing()
        return try await store.restoreMessage(message)
    }
    func purgeDeleted(before: Date) async throws(EngineError) -> UInt64 {
        try await passing()
        return try await store.purgeDeleted(before: before)
    }
    func prompt(of chat: Int64, to last: Int64?) async throws(EngineError) -> String {
        try await passing()
        return try await store.prompt(of: chat, to: last)
    }
    func beginAnswer(to parent: Int64, model: String?) async throws(EngineError) -> Int64 {
        try await passing()
        return try await store.beginAnswer(to: parent, model: model)
    }
    func append(_ pieces: [AnswerPiece], to answer: Int64) async throws(EngineError) {
        try await passing()
        try await store.append(pieces, to: answer)
    }
    func finish(_ answer: Int64, reason: String, statistics: String?) async throws(EngineError) {
        try await passing()
        try await store.finish(answer, reason: reason, statistics: statistics)
    }
    func cut(_ answer: Int64) async throws(EngineError) {
        try await passing()
        try await store.cut(answer)
    }
    func search(_ query: String, limit: UInt32) async throws(EngineError) -> [ChatHit] {
        try await passing()
        return try await store.search(query, limit: limit)
    }
    func folders() async throws(EngineError) -> [ChatFolder] {
        try await passing()
        return try await store.folders()
    }
    func createFolder(_ name: String) async throws(EngineError) -> Int64 {
        try await passing()
        return try await store.createFolder(name)
    }
    func renameFolder(_ folder: Int64, to name: String) async throws(EngineError) {
        try await passing()
        try await store.renameFolder(folder, to: name)
    }
    func deleteFolder(_ folder: Int64) async throws(EngineError) {
        try await passing()
        try await store.deleteFolder(folder)
    }
    func presets() async throws(EngineError) -> [ChatPreset] {
        try await passing()
        return try await store.presets()
    }
    func savePreset(_ name: String, systemPrompt: String, parameters: String) async throws(EngineError) -> Int64 {
        try await passing()
        return try await store.savePreset(name, systemPrompt: systemPrompt, parameters: parameters)
    }
    func deletePreset(_ preset: Int64) async throws(EngineError) {
        try await passing()
        try await store.deletePreset(preset)
    }
    func importFile(_ path: String) async throws(EngineError) -> ChatImport {
        try await passing()
        return try await store.importFile(path)
    }
    func exportMarkdown(_ chat: Int64) async throws(EngineError) -> String {
        try await passing()
        return try await store.exportMarkdown(chat)
    }
    func exportJSON(_ chats: [Int64]) async throws(EngineError) -> String {
        try await passing()
        return try await store.exportJSON(chats)
    }
    func readAttachment(_ path: String) async throws(EngineError) -> TextAttachment {
        try await passing()
        return try await store.readAttachment(path)
    }
}
