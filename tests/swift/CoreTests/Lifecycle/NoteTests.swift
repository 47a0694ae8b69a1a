import EngineKit
import Testing

@testable import Core

@Suite struct NoteTests {
    private func answer(chat: Int64?) -> NotificationPolicy.Event {
        .answerEnded(chat: chat, title: "Otters", .stop, text: "By rivers.", isPrivate: chat == nil)
    }

    @Test func nothingIsToldInFrontOrAgainstTheWill() {
        #expect(UserNote(answer(chat: 7), isInFront: true, isWanted: true) == nil)
        #expect(UserNote(answer(chat: 7), isInFront: false, isWanted: false) == nil)
    }

    @Test func aNoteLeadsToItsChatAndTakesThePlaceOfAnOlderOne() {
        let note = UserNote(answer(chat: 7), isInFront: false, isWanted: true)
        #expect(note?.title == "Otters" && note?.body == "By rivers." && note?.target == .chat(7))
        #expect(note?.name == UserNote(answer(chat: 7), isInFront: false, isWanted: true)?.name)
        #expect(note?.name != UserNote(answer(chat: 8), isInFront: false, isWanted: true)?.name)
    }

    @Test func ofAPrivateChatNothingIsTold() {
        let note = UserNote(answer(chat: nil), isInFront: false, isWanted: true)
        #expect(note?.target == .window && note.map { $0.title + $0.body }?.contains("tters") == false)
    }

    @Test func targetsAreReadAsTheyWereWritten() {
        for target in [UserNote.Target.chat(9), .window, .downloads] {
            #expect(UserNote.Target(word: target.word) == target)
        }
        for word in ["", "chat", "chat x", "elsewhere", "chat 1 2", "window 3"] {
            #expect(UserNote.Target(word: word) == nil)
        }
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
        #expect(ends.look(at: list).map(\.failure) == [error])
        #expect(ends.look(at: list).isEmpty)
        list.update(request, DownloadProgress(phase: .done(folder: "/a")))
        let done = ends.look(at: list)
        #expect(done.map(\.failure) == [nil])
        let note = done.first.flatMap { UserNote($0.event, isInFront: false, isWanted: true) }
        #expect(note?.title == "a" && note?.target == .downloads)
    }
}
