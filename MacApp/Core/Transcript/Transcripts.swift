import EngineKit

/// The transcripts of the messages of a chat: of each message one, made when it is first looked at. That of an answer
/// that comes stays when it is complete, so that nothing is parsed twice and nothing jumps.
@MainActor
public final class Transcripts {
    private let make: @MainActor () -> Transcript
    private var byMessage: [Int64: Transcript] = [:]

    public init(make: @escaping @MainActor () -> Transcript = { Transcript() }) {
        self.make = make
    }

    /// Begins the transcript of an answer that is about to come.
    public func begin(_ answer: Int64) -> Transcript {
        let transcript = make()
        byMessage[answer] = transcript
        return transcript
    }

    public subscript(message: ChatMessage) -> Transcript {
        if let known = byMessage[message.id] {
            // One that came here holds what the message holds; the message of a chat that was read anew may hold more.
            if known.phase == .coming || known.markdown == message.text { return known }
        }
        let transcript = make()
        transcript.recall(message)
        byMessage[message.id] = transcript
        return transcript
    }
}

/// The transcripts of all open chats.
@MainActor
public final class TranscriptShelf {
    private struct Entry {
        weak var conversation: ConversationStore?
        let transcripts: Transcripts
    }

    private let make: @MainActor () -> Transcript
    private var entries: [ObjectIdentifier: Entry] = [:]

    public init(make: @escaping @MainActor () -> Transcript = { Transcript() }) {
        self.make = make
    }

    public func transcripts(of conversation: ConversationStore) -> Transcripts {
        if let entry = entries[ObjectIdentifier(conversation)], entry.conversation === conversation {
            return entry.transcripts
        }
        // A conversation that is gone may have left its place in memory to another.
        entries = entries.filter { $0.value.conversation != nil }
        let transcripts = Transcripts(make: make)
        entries[ObjectIdentifier(conversation)] = Entry(conversation: conversation, transcripts: transcripts)
        return transcripts
    }
}
