import AppKit
import Core
import EngineKit
import Foundation
import Screen
import Synchronization
import Testing

@testable import Tandem

@MainActor
struct GoodCitizenTests {
    /// Asks something and leaves the answer open.
    private func ask(_ test: TestApp, _ screen: Screen) async throws -> AnswerSteps.Stream.Continuation {
        let (stream, continuation) = AnswerSteps.Stream.makeStream()
        test.engine.tell { script in
            script.answer = { _ in AnswerSteps(stream) { continuation.finish() } }
        }
        try screen.type("Why is the sky blue?", into: "Message")
        try screen.tap("Send")
        continuation.yield(.text("Because"))
        try await screen.wait(for: "the answer") { $0.contains("Because") }
        return continuation
    }

    private func end(_ continuation: AnswerSteps.Stream.Continuation, _ text: String = "Because") {
        continuation.yield(.ended(AnswerAccount(text: text, ending: .stop)))
        continuation.finish()
    }

    @Test func launchingAsksNothingOfTheHub() async throws {
        for step in Onboarding.Step.allCases {
            let test = try await TestApp { $0.onboarding = step }
            test.forbidsHub()
            let screen = test.launch()
            await test.app.begin()
            await screen.settle()
            test.app.openWindow?(.models)
            await screen.settle()
            #expect(screen.windows.last == "Model Library")
        }
    }

    @Test func anActivityIsHeldExactlyWhileAnAnswerComes() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        #expect(test.mac.citizen.activities.isEmpty)
        let answer = try await ask(test, screen)
        #expect(test.mac.citizen.activities == ["Answering"])
        end(answer)
        try await screen.wait(for: "the end") { _ in test.mac.citizen.activities.last == .some(nil) }
    }

    @Test func anActivityIsHeldExactlyWhileSomethingIsDownloaded() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        let download = MockDownload(DownloadRequest(repository: "org/a"))
        test.models.tell { script in script.pull = { _ throws(EngineError) in download } }
        await test.app.downloads.start(DownloadOrder(download.request))
        try await screen.wait(for: "the activity") { _ in
            test.mac.citizen.activities == ["Downloading a model"]
        }
        download.tell(DownloadProgress(phase: .paused))
        try await screen.wait(for: "its end") { _ in test.mac.citizen.activities.last == .some(nil) }
        download.tell(DownloadProgress(phase: .downloading(notice: nil)))
        try await screen.wait(for: "the next") { _ in test.mac.citizen.activities.count == 3 }
        download.tell(DownloadProgress(phase: .done(folder: "/a")))
        try await screen.wait(for: "its end") { _ in test.mac.citizen.activities.count == 4 }
        #expect(test.mac.citizen.activities.last == .some(nil))
    }

    @Test func theModelInMemoryIsKnownWhileItIsThere() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        let memory = Mutex<UInt64>(9 << 20)
        test.engine.tell { script in
            script.memory = { () throws(EngineError) in
                MemoryUse(active: memory.withLock { $0 }, cached: 0, peak: 0)
            }
            script.unload = { () throws(EngineError) in memory.withLock { $0 = 0 } }
        }
        let answer = try await ask(test, screen)
        try await screen.wait(for: "the model") { _ in test.app.library.loadedFolder == "pocket" }
        end(answer)
        try await screen.wait(for: "the end") { _ in
            !test.app.citizen.use.isBusy && !test.app.conversations.isAnswering
        }
        #expect(test.app.library.loadedFolder == "pocket" && test.app.context.modelLoaded)
        test.app.perform(.unloadModel, in: nil)
        try await screen.wait(for: "the room") { _ in test.app.library.loadedFolder == nil }
    }

    @Test func whenMemoryIsShortTheModelGoesAfterTheAnswerAndIsNotLoadedAtOnce() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        let answer = try await ask(test, screen)
        try await screen.wait(for: "the model") { _ in test.app.library.loadedFolder == "pocket" }
        test.mac.citizen.press(.critical)
        try await screen.wait(for: "the news") { $0.texts().contains { $0.hasPrefix("This Mac is short of memory.") } }
        #expect(test.app.conversations.isAnswering)
        end(answer)
        try await screen.wait(for: "the room") { _ in test.app.library.loadedFolder == nil }
        try await screen.wait(for: "the end") { _ in !test.app.conversations.isAnswering }
        test.answers("Not now")
        try screen.type("And why is grass green?", into: "Message")
        try screen.tap("Send")
        try await screen.wait(for: "the refusal") { _ in
            test.app.openWindows.first?.conversation.failure?.error.kind == .outOfMemory
        }
        #expect(!screen.contains("Not now"))
    }

    @Test func aModelThatDoesNotGoIsAskedOnce() async throws {
        let test = try await TestApp()
        let (mac, asked) = (TestCitizen(), Recorded<MemoryPressurePolicy.Level>())
        test.engine.tell { script in
            script.memory = { () throws(EngineError) in MemoryUse(active: 9 << 20, cached: 0, peak: 0) }
            script.unload = { () throws(EngineError) in
                asked.add(.warning)
                throw .test(.backend, "it does not go", .nothing)
            }
        }
        let engine = WatchedEngine(test.engine)
        let citizen = GoodCitizen(
            mac.services, settings: test.services.settings, engine: engine, library: test.app.library,
            downloads: test.app.downloads, clock: LeapingClock())
        mac.press(.warning)
        for try await _ in engine.answer(AnswerRequest(model: ModelFolders(target: "pocket"), prompt: .raw("x"))) {}
        while asked.all.isEmpty { await Task.yield() }
        // On this clock it would be asked again at once.
        for _ in 0..<1000 { await Task.yield() }
        #expect(asked.all.count == 1 && citizen.use.isLoaded)
    }

    @Test func anAnswerThatEndsWhileTandemIsNotInFrontIsToldAndAClickOpensItsChat() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        let answer = try await ask(test, screen)
        test.mac.citizen.isInFront = false
        try screen.choose("File", "New Chat")
        end(answer)
        try await screen.wait(for: "the note") { _ in test.mac.citizen.notes.count == 1 }
        let note = try #require(test.mac.citizen.notes.first)
        #expect(note.title == "Why is the sky blue?" && note.body == "Because")
        #expect(!screen.contains("Because"))
        test.mac.citizen.open?(note.target)
        try await screen.wait(for: "the chat") { $0.contains("Because") }
        #expect(test.mac.citizen.isInFront)
    }

    @Test func aNoteHasNoMarksAndGoesWithItsChat() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        let answer = try await ask(test, screen)
        test.mac.citizen.isInFront = false
        answer.yield(.text(" of **air**."))
        end(answer, "Because of **air**.")
        try await screen.wait(for: "the note") { _ in test.mac.citizen.notes.count == 1 }
        #expect(test.mac.citizen.notes[0].body == "Because of air.")
        let window = try test.window
        let chat = try #require(window.shownChat)
        window.sidebar.trash([chat])
        try await screen.wait(for: "a full trash") { try $0.items(of: "Chat").contains("Empty Trash…") }
        #expect(test.mac.citizen.notes.count == 1)
        try screen.choose("Chat", "Empty Trash…")
        try await screen.wait(for: "the question") { $0.contains("Nothing brings them back.") }
        try screen.tap("Empty Trash")
        try await screen.wait(for: "the end of the note") { _ in test.mac.citizen.notes.isEmpty }
    }

    @Test func aClickOpensAWindowWhereThereIsNone() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        test.mac.citizen.isInFront = false
        end(try await ask(test, screen))
        try await screen.wait(for: "the note") { _ in test.mac.citizen.notes.count == 1 }
        screen.closeWindow()
        #expect(test.app.openWindows.isEmpty)
        test.mac.citizen.open?(test.mac.citizen.notes[0].target)
        try await screen.wait(for: "the chat") { $0.contains("Because") }
    }

    @Test func inFrontOrUnwantedNothingIsTold() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        end(try await ask(test, screen))
        try await screen.wait(for: "the end") { _ in !test.app.conversations.isAnswering }
        test.mac.citizen.isInFront = false
        test.app.settings.change { $0.notifies = false }
        try screen.choose("File", "New Chat")
        end(try await ask(test, screen))
        try await screen.wait(for: "the end") { _ in !test.app.conversations.isAnswering }
        #expect(test.mac.citizen.notes.isEmpty)
    }

    @Test func whatIsStoppedByHandIsNotTold() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        _ = try await ask(test, screen)
        test.mac.citizen.isInFront = false
        try screen.tap("Stop")
        try await screen.wait(for: "the end") { _ in !test.app.conversations.isAnswering }
        #expect(test.mac.citizen.notes.isEmpty)
    }

    @Test func theEndOfADownloadIsToldAndSoIsAFailure() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        test.mac.citizen.isInFront = false
        let download = MockDownload(DownloadRequest(repository: "org/a"))
        test.models.tell { script in script.pull = { _ throws(EngineError) in download } }
        await test.app.downloads.start(DownloadOrder(download.request))
        download.tell(DownloadProgress(phase: .failed(.preview("the network is gone"))))
        try await screen.wait(for: "the failure") { _ in test.mac.citizen.notes.count == 1 }
        #expect(test.mac.citizen.notes[0].body == "The network is gone.")
        download.tell(DownloadProgress(phase: .done(folder: "/a")))
        try await screen.wait(for: "the end") { _ in test.mac.citizen.notes.count == 2 }
        test.mac.citizen.open?(test.mac.citizen.notes[1].target)
        #expect(screen.windows.last == "Model Library")
    }

    @Test func beforeTheMacSleepsWhatIsTypedIsWrittenAndAfterItTheListIsReadAnew() async throws {
        let test = try await TestApp()
        let screen = test.launch()
        try screen.type("half a thought", into: "Message")
        test.mac.citizen.sleep?()
        #expect(
            try test.draftFile.read().map { String(decoding: $0, as: UTF8.self) }?.contains("half a thought") == true)
        test.has(InstalledModel(name: "org/new", folder: "/new"))
        test.mac.citizen.wake?()
        try await screen.wait(for: "the new model") { _ in test.app.library.installed.count == 1 }
    }
}
