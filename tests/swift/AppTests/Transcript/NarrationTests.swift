import Core
import EngineKit
import Screen
import Testing

@testable import Tandem

/// What VoiceOver says of answers.
@MainActor @Suite(.serialized)
struct NarrationTests {
    @Test func theBeginningAndTheEndAreToldAndNoPieceBetween() async throws {
        let test = try await TestApp()
        let told = test.toldAnswers()
        let screen = test.launch()
        try screen.ask("go")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        try await screen.wait(for: "the first word") { _ in test.mac.announcer.all == ["Answering"] }
        for piece in 1...20 { told.tell(.text("**word\(piece)** ")) }
        told.end()
        try await screen.wait(for: "the end") { _ in
            test.mac.announcer.all.last?.hasPrefix("Answer complete. word1 word2") == true
        }
        // A slow machine may have told how far it was; never the pieces themselves.
        #expect(test.mac.announcer.all.count <= 4)
    }

    @Test func howFarALongAnswerIsIsToldNowAndThen() async throws {
        let test = try await TestApp()
        let told = test.toldAnswers()
        let screen = test.launch()
        try test.window.narrator.clock = HurriedClock()
        try screen.ask("go")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        told.tell(.text("One two three four five."))
        try await screen.wait(for: "a word about it") { _ in
            test.mac.announcer.all.count { $0 == "5 words so far" } >= 2
        }
        told.end()
        try await screen.wait(for: "the end") { _ in
            test.mac.announcer.all.last == "Answer complete. One two three four five."
        }
        // After that nothing is said of it.
        let count = test.mac.announcer.all.count
        try await Task.sleep(for: .milliseconds(100))
        #expect(test.mac.announcer.all.count == count)
    }

    @Test func anAnswerThatIsOverAtOnceIsToldAll() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try await screen.ask("go", of: test)
        #expect(test.mac.announcer.all == ["Answering", "Answer complete. Because air scatters blue light."])
    }

    @Test func aFailureIsToldAndAnotherChatIsNoNews() async throws {
        let test = try await TestApp()
        test.models.tell { script in
            script.folders = { _ throws(EngineError) in throw .test(.notFound, "the model is gone", .chooseModel) }
        }
        let screen = test.launch()
        try screen.ask("go")
        try await screen.wait(for: "the notice") { $0.contains("The model is gone.") }
        #expect(test.mac.announcer.all.last == "The answer failed. The model is gone.")
        let count = test.mac.announcer.all.count
        try screen.choose("File", "New Chat")
        _ = screen.texts()
        #expect(test.mac.announcer.all.count == count)
    }
}
