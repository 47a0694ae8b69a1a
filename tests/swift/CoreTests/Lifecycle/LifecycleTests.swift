@testable import Core
import EngineKit
import Testing

@Suite struct LifecycleTests {
    @Test func anActivityIsHeldExactlyWhileThereIsWork() {
        #expect(ActivityPlan.reason(generating: false, downloading: false) == nil)
        let reasons = [(true, false), (false, true), (true, true)].map {
            ActivityPlan.reason(generating: $0.0, downloading: $0.1)
        }
        #expect(Set(reasons).count == 3 && !reasons.contains(nil))
    }

    @Test func anIdleModelIsUnloadedAtTheFirstWarning() {
        var pressure = MemoryPressure()
        #expect(pressure.apply(.level(.warning)).isEmpty)
        #expect(pressure.apply(.level(.normal)).isEmpty)
        #expect(pressure.apply(.loaded(true)).isEmpty)
        #expect(pressure.apply(.level(.warning)) == [.unload])
        #expect(pressure.apply(.level(.critical)).isEmpty, "there is nothing more to free")
    }

    @Test func anAnswerGoesOnAtAWarningAndItsModelGoesThen() {
        var pressure = MemoryPressure()
        _ = pressure.apply(.busy(true))
        _ = pressure.apply(.loaded(true))
        #expect(pressure.apply(.level(.warning)).isEmpty)
        #expect(pressure.apply(.busy(false)) == [.unload])
    }

    @Test func atTheLimitAnswersAreStoppedOnceAndTheirModelGoes() {
        var pressure = MemoryPressure()
        _ = pressure.apply(.busy(true))
        _ = pressure.apply(.loaded(true))
        #expect(pressure.apply(.level(.critical)) == [.stopAnswers])
        #expect(pressure.apply(.busy(false)) == [.unload])
        // The user asks again although memory is short: that is theirs to want.
        _ = pressure.apply(.busy(true))
        #expect(pressure.apply(.loaded(true)).isEmpty)
        #expect(pressure.apply(.level(.critical)).isEmpty)
        _ = pressure.apply(.level(.normal))
        #expect(pressure.apply(.level(.critical)) == [.stopAnswers])
    }

    @Test func nothingIsToldInFrontOrAgainstTheWill() {
        let event = UserNote.Event.answered(chat: 7, title: "Otters", failed: false)
        #expect(UserNote(event, isInFront: true, wanted: true) == nil)
        #expect(UserNote(event, isInFront: false, wanted: false) == nil)
        let note = UserNote(event, isInFront: false, wanted: true)
        #expect(note?.body == "Otters" && note?.target == .chat(7))
    }

    @Test func aPrivateChatsTitleIsNotTold() {
        let note = UserNote(.answered(chat: nil, title: "Secret", failed: true), isInFront: false, wanted: true)
        #expect(note?.body == "A private chat" && note?.target == .window)
    }

    @Test func targetsAreReadAsTheyWereWritten() {
        for target in [UserNote.Target.chat(9), .window, .downloads] {
            #expect(UserNote.Target(word: target.word) == target)
        }
        for word in ["", "chat", "chat x", "elsewhere", "chat 1 2"] { #expect(UserNote.Target(word: word) == nil) }
    }

    @Test func endsOfDownloadsAreToldOnce() {
        var list = DownloadList()
        var ends = DownloadEnds()
        let request = DownloadRequest(repository: "org/a")
        list.add(DownloadOrder(request))
        #expect(ends.look(at: list).isEmpty)
        list.update(request, DownloadProgress(phase: .downloading(notice: nil), bytes: 1, total: 2))
        #expect(ends.look(at: list).isEmpty)
        let error = EngineError(kind: .network, message: "no network", detail: "", remedy: .tryAgain)
        list.update(request, DownloadProgress(phase: .failed(error)))
        #expect(ends.look(at: list) == [.downloadFailed("org/a", error)])
        #expect(ends.look(at: list).isEmpty)
        list.update(request, DownloadProgress(phase: .done(folder: "/a")))
        #expect(ends.look(at: list) == [.downloaded("org/a")])
        #expect(UserNote(.downloaded("org/a"), isInFront: false, wanted: true)?.body == "a is ready.")
    }
}
