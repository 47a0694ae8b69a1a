import Core
import Testing

@Suite struct SharedTests {
    @Test(
        arguments: [
            (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1 kB"), (1_550_000, "1.6 MB"), (999_960, "1 MB"),
            (123_400_000, "123 MB"), (4_700_000_000, "4.7 GB"), (UInt64.max, "18446744 TB"),
        ] as [(UInt64, String)])
    func bytesAreReadable(_ count: UInt64, _ text: String) {
        #expect(Format.bytes(count) == text)
    }

    @Test(
        arguments: [
            (0, "0 s"), (0.84, "0.8 s"), (9.96, "10 s"), (59.6, "1 min"), (3599, "1 h"), (7500, "2 h 5 min"),
            (-1, "–"), (.nan, "–"), (1e300, "over 1000 h"),
        ] as [(Double, String)])
    func timesAreReadable(_ seconds: Double, _ text: String) {
        #expect(Format.seconds(seconds) == text)
    }

    @Test func sharesMayBeOverAHundred() {
        #expect(Format.percent(3, of: 2) == "150 %")
        #expect(Format.percent(1, of: 0) == "–")
        #expect(Format.decimal(-0.001, 1) == "0" && Format.decimal(2.50, 2) == "2.5")
    }

    @Test func textIsCutAtWordsAndNeverInsideACharacter() {
        #expect("one two three".cut(to: 9) == ("one two", true))
        #expect("one two".cut(to: 7) == ("one two", false))
        #expect("one two three".cut(to: 7) == ("one two", true))
        #expect(String(repeating: "x", count: 90).cut(to: 60).text.count == 60)
        #expect("👨‍👩‍👧👨‍👩‍👧".cut(to: 1) == ("👨‍👩‍👧", true))
        #expect("abc".cut(to: -1) == ("", true))
    }

    @Test func aLineHasNoBreaks() {
        #expect("  a\n\n b\t c ".line(20) == "a b c")
        #expect("one two three".line(8) == "one two…")
        #expect(String(repeating: " ", count: 500).line(8) == "…")
    }

    @Test(arguments: [
        "hi\u{E0100}\u{E0141}", "a\u{E0041}", "a\u{200B}b", "a\u{200E}b", "a\u{200F}b", "a\u{61C}b", "a\u{202E}b",
        "a\u{2062}b", "a\u{3164}b", "a\u{2028}b", "a\u{2029}b", "a\u{FEFF}b", "a\u{34F}b", "a\u{AD}b", "a\u{FFF9}b",
        "a\u{0}b", "a\u{85}b", "a\u{200D}b", "\u{200D}", "👩\u{200D}", "👩\u{200D}\u{200D}👩", "👩\u{200D}a", "👩\u{200D}1",
        "👩\u{200D}\u{FE0F}", "a\u{FE0F}b", "a\u{FE00}b", "❤\u{FE0F}\u{FE0F}",
    ])
    func textThatHidesSomethingIsNotPlain(_ text: String) {
        #expect(!text.isPlainText)
    }

    @Test(arguments: [
        "", "a\tb\r\nc", "e\u{301}", "日本", "👨‍👩‍👧", "🏳️‍🌈", "❤️‍🔥", "👩🏽‍💻", "1️⃣", "☺︎", "🇩🇪", "می‌خواهم", "क्‍ष", "ශ්‍රී", "שלום",
    ])
    func textThatIsAllDrawnIsPlain(_ text: String) {
        #expect(text.isPlainText)
    }

    @Test func jsonKeepsWhatItReads() throws {
        let text = #"{"a":[1,2.5,null,true,"x"],"b":{"c":-3}}"#
        let members = try #require(JSONValue.object(in: text))
        #expect(JSONValue.object(members).text == text)
        #expect(members["b"] == .object(["c": .integer(-3)]))
        #expect(JSONValue.object(in: "[1]") == nil && JSONValue.object(in: "{") == nil)
        #expect(
            JSONValue.integer(2).number == 2 && JSONValue.number(2).integer == 2 && JSONValue.number(2.5).integer == nil
        )
        #expect(JSONValue.string("1").integer == nil && JSONValue.bool(true).number == nil)
        #expect(JSONValue.integer(1).bool == nil && JSONValue.null.string == nil)
    }

    @Test func repositoriesAreToldFromPaths() {
        #expect(ModelNames.isRepository("a/b") && ModelNames.isRepository("mlx-community/Qwen3.5-4B_x"))
        for name in ["", "a", "/b", "a/", "../b", "a/.b", "a/b/c", "a b/c", "ä/b"] {
            #expect(!ModelNames.isRepository(name), "\(name)")
        }
        #expect(ModelNames.shown("org/Name") == "Name" && ModelNames.shown("pocket") == "Built-in model")
    }
}
