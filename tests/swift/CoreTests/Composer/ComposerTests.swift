import Core
import EngineKit
import Testing

@Suite struct ComposerTests {
    private func writing(_ text: String) -> Composer {
        var composer = Composer()
        _ = composer.apply(.type(text))
        return composer
    }

    private func file(_ name: String, _ text: String = "x") -> TextAttachment { TextAttachment(name: name, text: text) }

    @Test(arguments: [
        (Settings.SendKey.return, KeyPress(), true), (.return, KeyPress(.shift), false),
        (.return, KeyPress(.option), false), (.return, KeyPress(.command), true),
        (.return, KeyPress(hasMarkedText: true), false), (.return, KeyPress(.command, hasMarkedText: true), false),
        (.return, KeyPress([.shift, .command]), false),
        (.commandReturn, KeyPress(), false), (.commandReturn, KeyPress(.command), true),
        (.commandReturn, KeyPress(.command, hasMarkedText: true), false),
    ])
    func returnSendsOrBreaksTheLine(_ key: Settings.SendKey, _ press: KeyPress, _ sends: Bool) {
        var composer = writing("x")
        composer.sendKey = key
        #expect(composer.apply(.return(press)) == (sends ? [.send(MessageDraft(text: "x"))] : []))
        #expect(composer.isSending == sends)
    }

    @Test func whatIsSentStaysUntilItIsOnTheDisk() {
        var composer = writing("hello")
        #expect(composer.apply(.send) == [.send(MessageDraft(text: "hello"))])
        #expect(composer.text == "hello" && composer.apply(.send).isEmpty)
        #expect(composer.apply(.sent(false)).isEmpty && composer.text == "hello" && composer.canSend)
        _ = composer.apply(.send)
        #expect(composer.apply(.sent(true)) == [.keep(Draft())] && composer.text.isEmpty)
        #expect(composer.apply(.sent(true)).isEmpty)
    }

    @Test func whatIsTypedWhileItIsSentIsNotLost() {
        var composer = writing("hello")
        _ = composer.apply(.send)
        _ = composer.apply(.type("hello again"))
        _ = composer.apply(.drop([.file("/later")]))
        _ = composer.apply(.sent(true))
        #expect(composer.text == " again" && composer.files.map(\.path) == ["/later"])
        var changed = writing("hello")
        _ = changed.apply(.send)
        _ = changed.apply(.type("other"))
        _ = changed.apply(.sent(true))
        #expect(changed.text == "other")
    }

    @Test func nothingIsSentThatIsNothing() {
        #expect(!Composer().canSend && !writing(" \n\t").canSend)
        var composer = writing(" ")
        #expect(composer.apply(.send).isEmpty && composer.notice == nil)
    }

    @Test func whileItAnswersItCanOnlyBeStopped() {
        var composer = writing("next")
        #expect(composer.apply(.stop).isEmpty)
        _ = composer.apply(.answering(true))
        #expect(composer.apply(.send).isEmpty && composer.apply(.stop) == [.stop] && composer.text == "next")
        _ = composer.apply(.answering(false))
        #expect(composer.canSend)
    }

    @Test func filesAreReadAndComeWithTheMessage() {
        var composer = writing("look")
        #expect(
            composer.apply(.drop([.file("/a/one.txt"), .file("/a/two.txt"), .file("/a/one.txt")])) == [
                .read(file: 1, path: "/a/one.txt"), .read(file: 2, path: "/a/two.txt"),
            ])
        #expect(composer.isReading && composer.apply(.send).isEmpty)
        _ = composer.apply(.read(file: 2, .success(file("two.txt", "22"))))
        #expect(composer.apply(.read(file: 1, .success(file("one.txt")))).count == 1)
        #expect(composer.apply(.read(file: 9, .success(file("gone")))).isEmpty)
        #expect(
            composer.apply(.send) == [
                .send(MessageDraft(text: "look", attachments: [file("one.txt"), file("two.txt", "22")]))
            ])
        #expect(composer.tokens == 3)
    }

    @Test func aFileAloneCanBeSent() {
        var composer = Composer()
        _ = composer.apply(.drop([.file("/a")]))
        _ = composer.apply(.read(file: 1, .success(file("a"))))
        #expect(composer.canSend)
        #expect(composer.apply(.removeFile(1)) == [.keep(Draft())] && !composer.canSend)
    }

    @Test func whatCannotBeAddedIsSaid() {
        var composer = Composer()
        _ = composer.apply(.drop([.other]))
        #expect(composer.notice?.contains("no pictures") == true)
        _ = composer.apply(.dismissNotice)
        #expect(composer.notice == nil)
        _ = composer.apply(.drop([.file("/a")]))
        _ = composer.apply(
            .read(
                file: 1,
                .failure(EngineError(kind: .invalidRequest, message: "it is a PDF", detail: "", remedy: .nothing))))
        #expect(composer.notice == "It is a PDF." && composer.files.isEmpty)
        #expect(composer.apply(.drop((0...Composer.mostFiles).map { .file("/\($0)") })).count == Composer.mostFiles)
        #expect(composer.notice?.contains("20 files") == true)
    }

    @Test func filesAreBoundedTogether() {
        var composer = Composer()
        let half = String(repeating: "x", count: Composer.mostBytes / 2)
        _ = composer.apply(.drop([.file("/a"), .file("/b"), .file("/dir/c")]))
        _ = composer.apply(.read(file: 1, .success(file("a", half))))
        _ = composer.apply(.read(file: 2, .success(file("b", half))))
        #expect(composer.notice == nil)
        _ = composer.apply(.read(file: 3, .success(file("c"))))
        #expect(composer.files.map(\.name) == ["a", "b"] && composer.notice?.contains("“c”") == true)
    }

    @Test func aTextThatIsTooLongIsNotTaken() {
        let longest = String(repeating: "x", count: Composer.longestText)
        var composer = writing(longest)
        #expect(composer.canSend && composer.notice == nil)
        #expect(composer.apply(.drop([.text("y")])).isEmpty && composer.notice?.contains("Add it as a file") == true)
        _ = composer.apply(.type(longest + "y"))
        #expect(!composer.canSend && composer.notice != nil)
        _ = composer.apply(.dismissNotice)
        #expect(composer.apply(.send).isEmpty && composer.notice != nil)
        var short = Composer()
        #expect(short.apply(.drop([.text("pasted")])) == [.insert("pasted")])
    }

    @Test func aDraftIsKeptAndOpened() {
        var composer = Composer()
        #expect(composer.apply(.type("half")) == [.keep(Draft(text: "half"))])
        #expect(composer.apply(.type("half")).isEmpty)
        #expect(composer.apply(.open(Draft(text: "other", files: ["/f"]))) == [.read(file: 1, path: "/f")])
        #expect(composer.text == "other" && composer.draft == Draft(text: "other", files: ["/f"]))
        // A file of the chat before does not come into this one.
        _ = composer.apply(.open(Draft()))
        #expect(composer.apply(.read(file: 1, .success(file("f")))).isEmpty && composer.files.isEmpty)
    }
}
