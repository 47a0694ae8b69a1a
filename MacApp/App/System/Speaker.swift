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
    private let synthesizer = AVSpeechSynthesizer()
    private var ended: (@MainActor () -> Void)?

    override init() {
        super.init()
        synthesizer.delegate = self
    }

    func speak(_ text: String, ended: @escaping @MainActor () -> Void) {
        stop()
        self.ended = ended
        synthesizer.speak(AVSpeechUtterance(string: text))
    }

    func stop() {
        synthesizer.stopSpeaking(at: .immediate)
        finish()
    }

    nonisolated func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {
        Task { @MainActor in self.finish() }
    }

    private func finish() {
        let ended = ended
        self.ended = nil
        ended?()
    }
}
