import Foundation

enum LifecycleWords {
    static var memoryAfterAnswer: String {
        String(
            localized:
                "This Mac is short of memory. The model is taken out of it when the answer has ended. Close other programs before you ask again."
        )
    }
    static var memoryUnloaded: String {
        String(
            localized:
                "This Mac is short of memory, so the model was taken out of it. Close other programs before you ask again."
        )
    }
    static var privateChat: String { String(localized: "Private Chat") }
    static var answerEnded: String { String(localized: "The answer is complete.") }
    static var downloadEnded: String { String(localized: "The model has been downloaded.") }
}
