import Core
import EngineKit
import Screen
import SwiftUI
import Testing

@testable import Tandem

@MainActor
struct PanelTests {
    private func asked(_ conditions: Conditions = Conditions()) async throws -> (TestApp, OpenAnswers, Screen) {
        let test = try await TestApp()
        let answers = test.answersAsTold()
        let screen = test.launch(conditions)
        #expect(screen.contains("No answer yet"))
        try screen.type("Why?", into: "Message")
        try screen.tap("Send")
        try await screen.wait(for: "the question to be asked") { _ in !answers.requests.isEmpty }
        return (test, answers, screen)
    }

    @Test func chartsFollowTheAnswerAndStayAfterIt() async throws {
        let (test, answers, screen) = try await asked()
        test.meter.reading.answering = true
        (test.meter.reading.prompt, test.meter.reading.promptRead) = (100, 50)
        try await screen.wait(for: "the prompt") { $0.contains("Reading the prompt") }
        answers.round(drafted: 3, accepted: 1)
        test.meter.round(drafted: 2, accepted: 1, speed: 20)
        try await screen.wait(for: "the first round") { $0.marks().contains { $0.hasPrefix("point: x Round 1") } }
        answers.round(drafted: 2, accepted: 2)
        test.meter.round(drafted: 2, accepted: 2, speed: 30)
        test.meter.reading.acceptedByPosition = [2, 1]
        try await screen.wait(for: "the second round") { $0.marks().contains { $0.hasPrefix("point: x Round 2") } }
        #expect(screen.contains("30 tokens/s"))
        let marks = screen.marks()
        #expect(marks.count { $0.hasPrefix("line: ") } == 2)
        #expect(marks.contains("bar: x Position Draft 2, y Accepted 0.5"))
        #expect(marks.contains { $0.contains("Corrected by the model") && $0.contains("Round 1") })
        #expect(marks.contains { $0.contains("Draft thrown away") && $0.contains("Round 1") })
        #expect(marks.contains { $0.contains("The model’s own token") && $0.contains("Round 2") })
        #expect(try screen.spoken("Tokens a second").value == "30 tokens/s, between 20 and 30 since the answer began.")
        #expect(try screen.spoken("Accepted drafts by position").value?.contains("Draft 1") == true)
        answers.end("Because.")
        test.meter.reading.answering = false
        try await screen.wait(for: "the end") { $0.contains("Last answer") }
        #expect(screen.marks().contains { $0.hasPrefix("point: x Round 2") })
    }

    /// Whether somebody looks at the meter, within a time in which a panel would.
    private func looks(_ test: TestApp, _ screen: Screen) async throws -> Bool {
        let before = test.meter.looks
        try await Task.sleep(for: .milliseconds(250))
        await screen.settle()
        return test.meter.looks > before
    }

    private func waitForALook(_ test: TestApp, _ screen: Screen) async throws {
        let before = test.meter.looks
        try await screen.wait(for: "a look at the meter") { _ in test.meter.looks > before }
    }

    @Test func nothingLooksAndNothingIsDrawnAtRest() async throws {
        let (test, answers, screen) = try await asked()
        test.meter.round(drafted: 2, accepted: 1, speed: 20)
        try await screen.wait(for: "the round") { $0.contains("20 tokens/s") }
        try await waitForALook(test, screen)
        // A meter that stands still costs no drawing either.
        let drawn = screen.redraws(of: StatisticsPanel.self)
        try await waitForALook(test, screen)
        #expect(screen.redraws(of: StatisticsPanel.self) == drawn)
        answers.end("Because.")
        test.meter.reading.answering = false
        try await screen.wait(for: "the end") { _ in
            test.app.openWindows.first?.conversation.isAnswering == false
        }
        try await screen.wait(for: "the last look") { $0.contains("Last answer") }
        await screen.settle()
        let atRest = screen.redraws(of: StatisticsPanel.self)
        test.meter.reading.tokens += 1
        #expect(try await !looks(test, screen))
        #expect(screen.redraws(of: StatisticsPanel.self) == atRest)
    }

    @Test func aHiddenPanelDoesNotLook() async throws {
        let (test, _, screen) = try await asked()
        try await waitForALook(test, screen)
        try screen.tap("Hide Statistics")
        #expect(!screen.contains("Numbers under each answer"))
        #expect(try await !looks(test, screen))
    }

    @Test func whoWantsLessMotionSeesItOnceASecond() async throws {
        var conditions = Conditions()
        conditions.reduceMotion = true
        let (test, _, screen) = try await asked(conditions)
        await screen.settle()
        let (begin, before) = (ContinuousClock.now, test.meter.looks)
        try await Task.sleep(for: .milliseconds(500))
        let seconds = (ContinuousClock.now - begin) / .seconds(1)
        #expect(Double(test.meter.looks - before) <= seconds + 1)
    }

    @Test func acceptedDraftsAreTintedAndDottedInTheText() async throws {
        let test = try await TestApp { $0.tintsDrafts = true }
        let told = test.toldAnswers()
        let screen = test.launch()
        try screen.ask("Why?")
        try await screen.wait(for: "the question to arrive") { _ in !told.requests.isEmpty }
        told.tell(
            .text("Because of the air.\n\n```\nair = 1\n```\n"),
            .drafts(AnswerDrafts(rounds: [.init(drafted: 2, accepted: 2)], text: [0..<7, 25..<28])))
        try await screen.wait(for: "the tint") { $0.marked() == ["Because", "air"] }
        // Whoever sees no colors sees dots.
        #expect(screen.looks("Because").contains("underlined") && !screen.looks(" of the air.").contains("underlined"))
        told.end()
        try await screen.wait(for: "the end") { $0.controls.contains("Send") }
        #expect(screen.marked() == ["Because", "air"])
        try screen.choose("View", "Tint Drafted Text")
        #expect(screen.marked().isEmpty)
    }

    @Test func theTintIsExplainedWhereItIsSwitchedOn() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        #expect(!screen.contains("Text that the companion drafted"))
        try screen.tap("Tint accepted drafts in the text")
        #expect(screen.contains("Text that the companion drafted") && test.app.settings.settings.tintsDrafts)
    }
}
