import EngineKit

/// What is chosen for one chat.
extension ConversationStore {
    /// Another model answers from the next question on.
    public func setModel(_ name: String) async {
        await set({ $0.model = name }) { chats, id throws(EngineError) in try await chats.setModel(name, of: id) }
    }

    public func setSystemPrompt(_ text: String) async {
        await set({ $0.systemPrompt = text }) { chats, id throws(EngineError) in
            try await chats.setSystemPrompt(text, of: id)
        }
    }

    public func setParameters(_ parameters: ChatParameters) async {
        let json = parameters.json
        await set({ $0.parameters = json }) { chats, id throws(EngineError) in
            try await chats.setParameters(json, of: id)
        }
    }

    /// Both in one turn: what is said next is said with both, or with neither.
    public func set(systemPrompt: String, _ parameters: ChatParameters) async {
        await set(systemPrompt: systemPrompt) { _ in parameters }
    }

    /// The same, of what is kept by then: another window may have changed it. `nil` leaves the system prompt.
    func set(systemPrompt: String?, _ change: @escaping @MainActor (ChatParameters) -> ChatParameters) async {
        await writes.run {
            if let systemPrompt, systemPrompt != self.systemPrompt {
                await self.write({ $0.systemPrompt = systemPrompt }) { chats, id throws(EngineError) in
                    try await chats.setSystemPrompt(systemPrompt, of: id)
                }
            }
            let json = change(self.parameters).json
            if json != self.parameters.json {
                await self.write({ $0.parameters = json }) { chats, id throws(EngineError) in
                    try await chats.setParameters(json, of: id)
                }
            }
        }
    }

    public func use(_ preset: ChatPreset) async {
        await set(systemPrompt: preset.systemPrompt, ChatParameters(json: preset.parameters))
    }

    /// In its turn: after a chat that is being begun, and after what was chosen before.
    private func set(
        _ change: @escaping (inout Chat) -> Void,
        _ call: @escaping @MainActor (any ChatStoreProtocol, Int64) async throws(EngineError) -> Void
    ) async {
        await writes.run { await self.write(change, call) }
    }

    private func write(
        _ change: (inout Chat) -> Void, _ call: (any ChatStoreProtocol, Int64) async throws(EngineError) -> Void
    ) async {
        guard let chat else {
            changeNew(change)
            return
        }
        do throws(EngineError) {
            try await call(services.chats, chat.id)
            self.change(change)
            tellChange()
        } catch {
            failure = Failure(error: error, question: nil)
        }
    }
}
