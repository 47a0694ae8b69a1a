import Foundation

public let AVSpeechUtteranceDefaultSpeechRate: Float = 0.5
public let AVSpeechUtteranceMinimumSpeechRate: Float = 0
public let AVSpeechUtteranceMaximumSpeechRate: Float = 1

public enum AVSpeechBoundary: Int, Sendable { case immediate, word }

open class AVSpeechSynthesisVoice: NSObject, @unchecked Sendable {
    public let language: String

    public init?(language languageCode: String?) {
        language = languageCode ?? "en-US"
    }

    public init?(identifier: String) {
        return nil
    }

    open class func speechVoices() -> [AVSpeechSynthesisVoice] { [] }

    open class func currentLanguageCode() -> String { "en-US" }
}

open class AVSpeechUtterance: NSObject {
    public let speechString: String
    open var voice: AVSpeechSynthesisVoice?
    open var rate = AVSpeechUtteranceDefaultSpeechRate
    open var pitchMultiplier: Float = 1
    open var volume: Float = 1
    open var preUtteranceDelay: TimeInterval = 0
    open var postUtteranceDelay: TimeInterval = 0
    open var prefersAssistiveTechnologySettings = false

    public init(string: String) {
        speechString = string
    }
}

public protocol AVSpeechSynthesizerDelegate: AnyObject {
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance)
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance)
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance)
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance)
    func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance)
    func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
        utterance: AVSpeechUtterance)
}

extension AVSpeechSynthesizerDelegate {
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didStart utterance: AVSpeechUtterance) {}
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didFinish utterance: AVSpeechUtterance) {}
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didPause utterance: AVSpeechUtterance) {}
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didContinue utterance: AVSpeechUtterance) {}
    public func speechSynthesizer(_ synthesizer: AVSpeechSynthesizer, didCancel utterance: AVSpeechUtterance) {}
    public func speechSynthesizer(
        _ synthesizer: AVSpeechSynthesizer, willSpeakRangeOfSpeechString characterRange: NSRange,
        utterance: AVSpeechUtterance
    ) {}
}

/// Says nothing, and goes on saying it until it is told to stop.
open class AVSpeechSynthesizer: NSObject {
    open weak var delegate: (any AVSpeechSynthesizerDelegate)?
    open private(set) var isSpeaking = false
    open private(set) var isPaused = false
    private var utterance: AVSpeechUtterance?

    open func speak(_ utterance: AVSpeechUtterance) {
        isSpeaking = true
        self.utterance = utterance
        delegate?.speechSynthesizer(self, didStart: utterance)
    }

    @discardableResult
    open func stopSpeaking(at boundary: AVSpeechBoundary) -> Bool {
        guard let utterance else { return false }
        self.utterance = nil
        isSpeaking = false
        isPaused = false
        delegate?.speechSynthesizer(self, didCancel: utterance)
        return true
    }

    @discardableResult
    open func pauseSpeaking(at boundary: AVSpeechBoundary) -> Bool {
        guard isSpeaking, !isPaused, let utterance else { return false }
        isPaused = true
        delegate?.speechSynthesizer(self, didPause: utterance)
        return true
    }

    @discardableResult
    open func continueSpeaking() -> Bool {
        guard isPaused, let utterance else { return false }
        isPaused = false
        delegate?.speechSynthesizer(self, didContinue: utterance)
        return true
    }
}
