import AVFoundation
import Foundation

/// Reads an answer aloud.
@MainActor
protocol Speaker: AnyObject {
    /// Speaks a text in place of what is being spoken; `ended` is called once, however it ends.
    func speak(_ text: String, ended: @escaping @MainActor () -> Void)
    func stop()
}

final class LiveSpeaker: NSObject, Speaker, AVSpeechSynthesizerDelegate {
    /// Made when something is to be spoken: it loads voices.
    private var synthesizer: AVSpeechSynthesizer?
    private let make: @MainActor () -> AVSpeechSynthesizer
    private var spoken: AVSpeechUtterance?
    private var ended: (@MainActor () -> Void)?

    init(_ make: @escaping @MainActor () -> AVSpeechSynthesizer = { AVSpeechSynthesizer() }) {
        self.make = make
    }

    func speak(_ text: String, ended: @escaping @MainActor () -> Void) {
        stop()
        let synthesizer = synthesizer ?? make()
        synthesizer.delegate = self
        self.synthesizer = synthesizer
        let utterance = AVSpeechUtterance(string: text)
        (self.ended, spoken) = (ended, utterance)
        synthesizer.speak(utterance)
    }

    func stop() {
        synthesizer?.stopSpeaking(at: .immediate)
        finish()
    }

    nonisolated func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {
        finished(ObjectIdentifier(utterance))
    }

    nonisolated func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance) {
        finished(ObjectIdentifier(utterance))
    }

    /// Told late: by then something else may be spoken.
    private nonisolated func finished(_ utterance: ObjectIdentifier) {
        Task { @MainActor in
            if let spoken, ObjectIdentifier(spoken) == utterance { finish() }
        }
    }

    private func finish() {
        let ended = ended
        (self.ended, spoken) = (nil, nil)
        ended?()
    }
}
