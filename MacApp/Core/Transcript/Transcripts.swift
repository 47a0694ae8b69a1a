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

    /// Messages were deleted; those that come back are read again.
    func forget(_ messages: [Int64]) {
        for message in messages { byMessage[message] = nil }
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
