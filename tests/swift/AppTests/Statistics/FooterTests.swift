import Core
import EngineKit
import Screen
import Testing

@testable import Tandem

@MainActor
struct FooterTests {
    private func answered(_ speculation: String, settings: @escaping (inout Core.Settings) -> Void = { _ in })
        async throws -> (TestApp, Screen)
    {
        let test = try await TestApp(settings)
        test.answers("Because air scatters blue light.", speculation: speculation)
        let screen = test.launch()
        try screen.type("Why is the sky blue?", into: "Message")
        try screen.tap("Send")
        try await screen.wait(for: "the end of the answer") { _ in
            test.app.openWindows.first?.conversation.tree.last?.statistics != nil
        }
        return (test, screen)
    }

    private let gaining =
        #"{"state":"active","depth":2,"rounds":20,"drafted":40,"accepted":20,"accepted_by_position":[15,5],"tokens_per_round":2,"gain":1.5}"#
    private let off = #"{"state":"off","cause":"switched_off"}"#
    private let line = "42 tokens/s · first token 0.25 s · 2 tokens a round · 1.5 × plain"

    @Test func aTapOnTheNumbersShowsThemAll() async throws {
        let (_, screen) = try await answered(gaining)
        #expect(screen.contains(line) && !screen.contains("Compared with plain decoding"))
        #expect(try screen.spoken("Statistics of the answer").value == line)
        try screen.tap("Statistics of the answer")
        #expect(screen.contains("Compared with plain decoding") && screen.contains("1.5 times as fast"))
        #expect(screen.contains("75 %, 25 %"))
    }

    @Test func theNumbersCanBeHidden() async throws {
        let (_, screen) = try await answered(gaining)
        try screen.tap("Numbers under each answer")
        #expect(!screen.contains(line))
        try screen.tap("Numbers under each answer")
        #expect(screen.contains(line))
    }

    @Test func whereDraftingIsOffTheButtonSwitchesItOn() async throws {
        let (test, screen) = try await answered(off) { $0.speculation = .off }
        #expect(screen.texts().contains { $0.contains("Drafting is switched off") })
        try screen.tap("Switch Drafting On")
        let window = try #require(test.app.openWindows.first)
        try await screen.wait(for: "the change") { _ in window.conversation.parameters.speculation == .auto }
        #expect(screen.contains("Drafting was off for this answer. It is on for the next one."))
        let chat = try #require(window.shownChat)
        #expect(try await test.chats.chat(chat).parameters == #"{"speculate":"auto"}"#)
        #expect(throws: ScreenError.self) { try screen.tap("Switch Drafting On") }
    }

    @Test(arguments: [
        ("no_companion", "Choose Companion…", AppWindow.models), ("rests", "Measure on This Mac…", .measure),
    ])
    func otherButtonsLeadToWhereItCanBeDone(_ cause: String, _ button: String, _ place: AppWindow) async throws {
        let (test, screen) = try await answered(#"{"state":"off","cause":"\#(cause)"}"#)
        var opened: [AppWindow] = []
        test.app.openWindow = { opened.append($0) }
        try screen.tap(button)
        #expect(opened == [place])
    }

    @Test func aCompanionThatSlowsDownIsLeftToTandem() async throws {
        let losing =
            #"{"state":"active","depth":6,"rounds":30,"drafted":180,"accepted":9,"tokens_per_round":1.3,"gain":0.7}"#
        let (test, screen) = try await answered(losing) { $0.speculation = .depth(6) }
        try screen.tap("Let Tandem Choose")
        try await screen.wait(for: "the change") { _ in
            test.app.openWindows.first?.conversation.parameters.speculation == .auto
        }
    }
}
