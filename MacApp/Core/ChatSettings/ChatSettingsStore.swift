import EngineKit
import Foundation
import Observation

/// The settings of one chat while they are being changed. They are kept a moment after the last change, and when they
/// are closed; nothing waits for a button.
@Observable @MainActor
public final class ChatSettingsStore {
    public private(set) var systemPrompt: String
    public private(set) var parameters: ChatParameters
    public private(set) var presets: [ChatPreset] = []
    /// Why the last change is not on the disk, or the presets could not be read.
    public private(set) var error: EngineError?
    /// What was typed into fields, as it was typed: “0.” is on the way to “0.5”.
    private var typed: [ParameterField: String] = [:]

    /// What was kept when it was last looked at: only what differs from it was changed here.
    @ObservationIgnored private var base: (systemPrompt: String, parameters: ChatParameters)
    @ObservationIgnored private let conversation: ConversationStore
    @ObservationIgnored private let library: any ChatStoreProtocol
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private var timer: OwnedTask?
    private static let pause = Duration.milliseconds(500)

    /// `presets` is the store of the chats that are kept, for a private chat too: its own forgets all.
    public init(
        _ conversation: ConversationStore, presets: any ChatStoreProtocol,
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.conversation = conversation
        library = presets
        self.clock = clock
        systemPrompt = conversation.systemPrompt
        parameters = conversation.parameters
        base = (conversation.systemPrompt, conversation.parameters)
    }

    /// Reads what there is to choose from. From now on quitting waits for what is typed.
    public func begin() async {
        conversation.beforeSettling[ObjectIdentifier(self)] = { [weak self] in await self?.save() }
        await readPresets()
    }

    // MARK: What is typed and chosen

    public func setSystemPrompt(_ text: String) {
        guard text != systemPrompt else { return }
        systemPrompt = text
        changed()
    }

    public func change(_ change: (inout ChatParameters) -> Void) {
        let before = parameters
        change(&parameters)
        if parameters != before { changed() }
    }

    /// What a field shows; `nil` where the model’s own is used.
    public func text(of field: ParameterField) -> String? { typed[field] ?? field.text(in: parameters) }

    /// Why what is typed into a field is not used.
    public func problem(of field: ParameterField) -> String? {
        guard let text = typed[field] else { return nil }
        var tried = parameters
        do throws(ParameterField.Problem) {
            try field.take(text, in: &tried)
            return nil
        } catch {
            return field.words(error)
        }
    }

    public func type(_ text: String, into field: ParameterField) {
        typed[field] = text
        change { try? field.take(text, in: &$0) }
    }

    /// Whether the chat has a value of its own.
    public func setOwn(_ isOwn: Bool, _ field: ParameterField) {
        typed[field] = nil
        change { if isOwn { field.begin(in: &$0) } else { field.clear(in: &$0) } }
    }

    /// All of the model’s and the app’s own again; the system prompt stays.
    public func reset() {
        typed = [:]
        change { parameters in
            for field in ParameterField.all { field.clear(in: &parameters) }
            parameters.thinking = nil
            parameters.speculation = nil
        }
    }

    // MARK: Presets

    private func readPresets() async {
        await attempt { presets throws(EngineError) in self.presets = try await presets.presets() }
    }

    /// The preset that a name would replace.
    public func preset(named name: String) -> ChatPreset? {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        return presets.first { $0.name == name }
    }

    public func use(_ preset: ChatPreset) async {
        typed = [:]
        systemPrompt = preset.systemPrompt
        parameters = ChatParameters(json: preset.parameters)
        await save()
    }

    /// Keeps what is set here under a name, in place of what had it.
    public func savePreset(_ name: String) async {
        let name = name.trimmingCharacters(in: .whitespacesAndNewlines)
        guard !name.isEmpty else { return }
        let (prompt, json) = (systemPrompt, parameters.json)
        await attempt { presets throws(EngineError) in
            _ = try await presets.savePreset(name, systemPrompt: prompt, parameters: json)
            self.presets = try await presets.presets()
        }
    }

    public func delete(_ preset: ChatPreset) async {
        await attempt { presets throws(EngineError) in
            try await presets.deletePreset(preset.id)
            self.presets = try await presets.presets()
        }
    }

    private func attempt(_ work: (any ChatStoreProtocol) async throws(EngineError) -> Void) async {
        do throws(EngineError) {
            try await work(library)
            error = nil
        } catch {
            self.error = error
        }
    }

    // MARK: Keeping

    private func changed() {
        timer = OwnedTask(
            Task { [weak self, clock] in
                guard (try? await clock.sleep(for: Self.pause, tolerance: nil)) != nil else { return }
                await self?.save()
            })
    }

    /// Keeps what was changed here and is not on the disk. What was changed elsewhere is shown then.
    public func save() async {
        let (prompt, parameters, base) = (systemPrompt, parameters, base)
        let isOwnPrompt = prompt != base.systemPrompt
        await conversation.set(systemPrompt: isOwnPrompt ? prompt : nil) {
            parameters.changes(since: base.parameters, in: $0)
        }
        let kept = (systemPrompt: conversation.systemPrompt, parameters: conversation.parameters)
        guard !isOwnPrompt || kept.systemPrompt == prompt,
            parameters.changes(since: base.parameters, in: kept.parameters).json == kept.parameters.json
        else {
            error = conversation.failure?.error
            return
        }
        error = nil
        self.base = kept
        // What was changed meanwhile stays.
        if systemPrompt == prompt { systemPrompt = kept.systemPrompt }
        self.parameters = self.parameters.changes(since: parameters, in: kept.parameters)
    }
}
