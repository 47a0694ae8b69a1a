import EngineKit
import Foundation
import Testing

@testable import Core

/// What the sidebar says, in its states and of its chats.
struct SidebarWordsTests {
    private let error = EngineError(kind: .files, message: "the disk is gone", detail: "", remedy: .tryAgain)

    private func list(_ chats: [Chat]?, _ shelf: ChatShelf = .all) -> ChatList {
        var list = ChatList()
        list.shelf = shelf
        if let chats { list.take(chats, [], trashIsEmpty: true) }
        return list
    }

    @Test func aListIsLoadingFailedEmptyOrThere() {
        let chat = Chat(id: 1, title: "One")
        let sections = ChatSection.sections(of: [chat], now: Date())
        #expect(ChatListState(list(nil), error: nil, sections: []) == .loading)
        #expect(ChatListState(list(nil), error: error, sections: []) == .failed(ErrorNotice(error)))
        #expect(ChatListState(list([chat]), error: nil, sections: sections) == .chats(sections))
        // What was read stays, whatever goes wrong after it.
        #expect(ChatListState(list([chat]), error: error, sections: sections) == .chats(sections))
    }

    @Test func anEmptyShelfSaysWhatItIsFor() {
        let shelves: [ChatShelf] = [.all, .folder(1), .trash]
        let invitations = shelves.map(ChatListState.Invitation.init)
        #expect(invitations.map(\.offersNewChat) == [true, false, false])
        #expect(Set(invitations.map(\.title)).count == 3 && invitations.allSatisfy { !$0.explanation.isEmpty })
        #expect(ChatListState(list([]), error: nil, sections: []) == .empty(invitations[0]))
    }

    @Test func aDateIsAsShortAsItCanBe() throws {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = try #require(TimeZone(identifier: "Europe/Berlin"))
        let date = { (text: String) in
            try #require(try? Date.ISO8601FormatStyle(timeZone: calendar.timeZone).parse(text))
        }
        let now = try date("2026-03-30T09:00:00+02:00")
        func short(_ text: String) throws -> String {
            try Region.$locale.withValue(Locale(identifier: "en_GB")) {
                try ChatDates.short(date(text), now: now, calendar: calendar)
            }
        }
        #expect(try short("2026-03-30T00:05:00+02:00") == "00:05")
        #expect(try short("2026-03-31T00:05:00+02:00") == "00:05")
        // The night before, in which the clocks were put forward.
        #expect(try short("2026-03-29T23:59:00+02:00") == "Sunday")
        #expect(try short("2026-03-24T12:00:00+01:00") == "Tuesday")
        #expect(try short("2026-03-23T12:00:00+01:00") == "23 Mar")
        #expect(try short("2025-12-31T12:00:00+01:00") == "31 Dec 2025")
        try Region.$locale.withValue(Locale(identifier: "de_DE")) {
            let full = try ChatDates.full(date("2026-03-24T12:00:00+01:00"), calendar: calendar)
            #expect(full.contains("Dienstag") && full.contains("2026") && full.contains("12:00"))
        }
    }

    @Test func deletingForGoodSaysHowMany() throws {
        #expect(DeletionQuestion([]) == nil)
        let some = try #require(DeletionQuestion([1, 2, 3]))
        let all = try #require(DeletionQuestion([1, 2, 3], emptiesTrash: true))
        #expect(some.title.contains("3") && all.title.contains("3") && some.title != all.title)
        #expect(some.confirmTitle != all.confirmTitle && !some.explanation.isEmpty)
    }

    @Test func aFileOfChatsThatIsNotWellIsSpokenOf() throws {
        #expect(ChatsNotice(.healthy) == nil)
        let locked = try #require(ChatsNotice(.readOnly("the disk is locked")))
        #expect(locked.message.contains("the disk is locked") && !locked.offersRepair)
        let damaged = try #require(ChatsNotice(.salvaged(chats: 12, messages: 340, source: "/x")))
        #expect(damaged.message.contains("12") && damaged.message.contains("340") && damaged.offersRepair)
        #expect(ChatsNotice.repaired(keeping: "/x").contains("/x"))
    }

    @Test func aWindowIsNamedAfterItsChatAndItsModel() {
        #expect(WindowTitle.new(isPrivate: false) != WindowTitle.new(isPrivate: true))
        #expect(WindowTitle.subtitle(model: "owner/Model-4B", isPrivate: false) == "Model-4B")
        #expect(WindowTitle.subtitle(model: "owner/Model-4B", isPrivate: true) == "Private, Model-4B")
    }
}
