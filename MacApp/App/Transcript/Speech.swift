import Observation

/// What is read aloud, in whichever window it was asked for: the Mac has one voice.
@Observable @MainActor
final class Speech {
    /// Numbers of messages are only those of their chat's own store.
    struct Spoken: Equatable {
        let conversation: ObjectIdentifier
        let message: Int64
    }

    private(set) var spoken: Spoken?
    @ObservationIgnored private let speaker: any Speaker

    init(_ speaker: any Speaker) {
        self.speaker = speaker
    }

    func speak(_ text: String, of spoken: Spoken) {
        stop()
        self.spoken = spoken
        speaker.speak(text) { [weak self] in
            if self?.spoken == spoken { self?.spoken = nil }
        }
    }

    func stop() {
        guard spoken != nil else { return }
        spoken = nil
        speaker.stop()
    }
}
