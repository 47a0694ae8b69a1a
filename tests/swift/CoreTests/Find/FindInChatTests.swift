import EngineKit
import Foundation
import Testing

@testable import Core

struct FindInChatTests {
    private func passages(_ texts: String...) -> [FindPassage] {
        texts.enumerated().map { FindPassage(FindPassage.Place(message: Int64($0.offset)), $0.element) }
    }

    private func place(_ message: Int64) -> FindPassage.Place { FindPassage.Place(message: message) }

    private func found(_ find: FindInChat) -> [String] {
        find.matches.map { "\($0.place.message):\($0.range.lowerBound)-\($0.range.upperBound)" }
    }

    @Test func caseAccentsAndWidthDoNotCountAndSignsAreLiteral() {
        var find = FindInChat()
        find.search("cafe", in: passages("Café CAFÉ cafe\u{301}", "ｃａｆｅ", "caf"))
        #expect(found(find) == ["0:0-4", "0:5-9", "0:10-15", "1:0-4"])
        find.search("a.c*", in: passages("abc", "A.C* a.c*"))
        #expect(found(find) == ["1:0-4", "1:5-9"])
        find.search("👩‍👧", in: passages("x👩‍👧y"))
        #expect(found(find) == ["0:1-6"])
    }

    @Test func linesOfEveryKindAreCountedInTheSameUnits() {
        let text = "plain line\n日本語 Line\n\nline ÄÖ line\nlast"
        var find = FindInChat()
        find.search("LINE", in: passages(text))
        let whole = text as NSString
        #expect(find.matches.map { whole.substring(with: NSRange($0.range)) } == ["line", "Line", "line", "line"])
        find.search("e\n日", in: passages(text))
        #expect(find.matches.count == 1)
        // An accent that is looked for does not count either.
        find.search("lást", in: passages(text))
        #expect(find.matches.count == 1)
        find.search("äö", in: passages(text))
        #expect(find.matches.count == 1)
        find.search("本", in: passages(text))
        #expect(find.matches.map(\.range) == [12..<13])
    }

    @Test func nextAndPreviousGoRound() {
        var find = FindInChat()
        #expect(find.count == nil)
        find.search("a", in: passages("a b", "a a"))
        #expect(find.count == "1 of 3" && find.match?.place == place(0))
        find.previous()
        #expect(find.count == "3 of 3")
        find.next()
        find.next()
        #expect(find.count == "2 of 3" && find.match == find.matches(in: place(1)).first)
        find.search("zebra", in: passages("a b"))
        #expect(find.count == "Not Found" && find.match == nil)
        find.next()
        #expect(find.current == nil)
        find.search("", in: passages("a b"))
        #expect(find.count == nil && find.matches.isEmpty)
    }

    @Test func itStartsAtWhatIsOnTheScreen() {
        let chat = passages("a", "b", "a", "b", "a")
        var find = FindInChat()
        find.search("a", in: chat, onScreen: [place(2), place(3)])
        #expect(find.count == "2 of 3")
        find.end()
        find.search("a", in: chat, onScreen: [place(3)])
        #expect(find.count == "3 of 3")
        find.end()
        // Nothing after it: the last before.
        find.search("b", in: chat, onScreen: [place(4)])
        #expect(find.count == "2 of 2")
        find.end()
        find.search("a", in: chat)
        #expect(find.count == "1 of 3")
    }

    @Test func moreLettersGoOnFromTheMatch() {
        let chat = passages("tin", "tan", "tin tan")
        var find = FindInChat()
        find.search("t", in: chat)
        find.next()
        find.search("ta", in: chat, onScreen: [place(0)])
        #expect(find.match?.place == place(1) && find.count == "1 of 2")
        find.search("t", in: chat)
        #expect(find.match?.place == place(1) && find.count == "2 of 4")
    }

    @Test func thePlaceIsKeptAsTheChatGrowsAndChanges() {
        var find = FindInChat()
        find.search("a", in: passages("a", "a"))
        find.next()
        find.refresh(passages("a", "a and a", "a"))
        #expect(find.count == "2 of 5" && find.match?.place == place(1))
        find.next()
        find.next()
        #expect(find.match?.range == 6..<7)
        // The match itself is gone: the next one.
        find.refresh(passages("a", "a and", "a"))
        #expect(find.match?.place == place(2))
        // Its passage is gone: the last there is.
        find.refresh(passages("a", "a and"))
        #expect(find.count == "3 of 3" && find.match?.place == place(1))
        find.refresh(passages("nothing"))
        #expect(find.count == "Not Found")
        find.refresh(passages("a"))
        #expect(find.count == "1 of 1")
    }

    @Test func aPassageThatGoesGivesWayToTheNext() {
        let chat = passages("a", "a", "a")
        var find = FindInChat()
        find.search("a", in: chat)
        find.next()
        find.refresh([chat[0], chat[2]])
        #expect(find.match?.place == place(2))
    }

    @Test func hugeChatsAreLookedThroughAsFarAsThereIsTime() {
        var find = FindInChat()
        find.search("a", in: passages(String(repeating: "a ", count: 2000)))
        #expect(find.matches.count == FindInChat.mostMatches && find.isCapped)
        #expect(find.count == "1 of 1,000 or more")

        let long = String(repeating: "x", count: FindInChat.mostText / 4)
        let chat = passages(long + "a", long, long, long, long, "a")
        find.end()
        find.search("a", in: chat, onScreen: [place(5)])
        // What is on the screen is looked through first.
        #expect(find.isCapped && found(find) == ["5:0-1"])
    }

    @MainActor @Test func thinkingCountsOnlyWhereItIsOpen() {
        let transcript = Transcript(markup: LiveMarkup())
        transcript.append(thinking: "an owl")
        transcript.append(text: "# Owl\n\nThe **owl** flies.\n\n```\nowl()\n```\n")
        transcript.end()
        var find = FindInChat()
        find.search("owl", in: transcript.passages(of: 7))
        #expect(find.matches.count == 3 && find.matches.allSatisfy { $0.place.part == .text })
        #expect(find.matches.map(\.place.block) == [0, 1, 2] && find.matches[1].range == 4..<7)
        transcript.toggleThinking()
        find.refresh(transcript.passages(of: 7))
        #expect(find.matches.count == 4 && find.matches[0].place.part == .thinking)
        #expect(find.count == "2 of 4")
    }

    @Test func whatIsWrittenIsFoundAsItIsShown() {
        let message = ChatMessage(id: 3, parent: nil, role: .user, state: .complete, text: "**a**")
        var find = FindInChat()
        find.search("**", in: [.written(message)])
        #expect(found(find) == ["3:0-2", "3:3-5"])
    }
}
