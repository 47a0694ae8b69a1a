import AVFoundation
import AppKit
import Core
import ServiceManagement
import Testing

@testable import Tandem

/// What speaks to the Mac itself, over the stand-ins for its frameworks.
@MainActor @Suite(.serialized)
struct LiveSystemTests {
    /// Speaks until a test has it end.
    private final class Voice: AVSpeechSynthesizer {
        private(set) var utterances: [AVSpeechUtterance] = []

        override func speak(_ utterance: AVSpeechUtterance) {
            utterances.append(utterance)
            super.speak(utterance)
        }

        func finish(_ utterance: AVSpeechUtterance) { delegate?.speechSynthesizer(self, didFinish: utterance) }
    }

    private final class RefusingService: SMAppService, @unchecked Sendable {
        override func register() throws { throw CocoaError(.userCancelled) }
    }

    /// macOS waits for the user to allow it in System Settings.
    private final class WaitingService: SMAppService, @unchecked Sendable {
        override var status: Status { .requiresApproval }
    }

    private func settle() async { for _ in 0..<20 { await Task.yield() } }

    @Test func whatIsSpokenEndsOnceHoweverItEnds() async {
        let voice = Voice()
        let speaker = LiveSpeaker { voice }
        var ended: [String] = []
        speaker.speak("One.") { ended.append("One.") }
        #expect(voice.isSpeaking && voice.utterances.map(\.speechString) == ["One."])
        speaker.speak("Two.") { ended.append("Two.") }
        await settle()
        // That the first was put aside is told late, and is not the end of the second.
        #expect(ended == ["One."] && voice.isSpeaking)
        voice.finish(voice.utterances[1])
        await settle()
        #expect(ended == ["One.", "Two."])
        speaker.speak("Three.") { ended.append("Three.") }
        speaker.stop()
        await settle()
        #expect(ended == ["One.", "Two.", "Three."] && !voice.isSpeaking)
    }

    @Test func noVoiceIsLoadedUntilSomethingIsSpoken() {
        var made = 0
        let speaker = LiveSpeaker {
            made += 1
            return Voice()
        }
        speaker.stop()
        #expect(made == 0)
        speaker.speak("One.") {}
        speaker.speak("Two.") {}
        #expect(made == 1)
    }

    @Test func openingAtLoginIsWhatMacOSSaysItIs() {
        let item = LiveLoginItem(isAvailable: true)
        #expect(!item.isOn)
        #expect(item.set(true) && item.isOn)
        #expect(item.set(false) && !item.isOn)
        #expect(!LiveLoginItem(isAvailable: true, service: RefusingService()).set(true))
        #expect(!LiveLoginItem(isAvailable: true, service: WaitingService()).set(true))
        // A program that is no app cannot be opened at login.
        #expect(!LiveLoginItem(isAvailable: false).set(true))
    }

    @Test func copiesAreOnThePasteboard() {
        LivePasteboard().copy("a copy")
        #expect(NSPasteboard.general.string(forType: .string) == "a copy")
    }
}
