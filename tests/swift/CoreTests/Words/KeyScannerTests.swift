import StringCatalogue
import Testing

@Suite("Finding the keys in sources")
struct KeyScannerTests {
    private func keys(_ source: String, in folder: String = "App") -> [String] {
        KeyScanner([(file: "MacApp/\(folder)/A.swift", text: source)]).keys.map(\.pattern.guess)
    }

    private func lost(_ source: String) -> Int {
        KeyScanner([(file: "MacApp/App/A.swift", text: source)]).lost.count
    }

    @Test(
        arguments: [
            (#"Text("Copy")"#, ["Copy"]), (#"Button("Delete", role: .destructive) { remove("x") }"#, ["Delete"]),
            (#"Text(verbatim: "Copy")"#, []), (#"Text(name)"#, []), (#"// Text("Copy")"#, []),
            (#"/* /* */ Text("Copy") */"#, []), (#"Text("")"#, []), (#"func Text("Copy")"#, []),
            (#".help(isOn ? "Stop" : "Start")"#, ["Stop", "Start"]),
            (#".help(a ? "One" : b ? "Two" : "Three")"#, ["One", "Two", "Three"]),
            (#".searchable(text: $text, prompt: "Search")"#, ["Search"]),
            (#".accessibilityAction(named: "Copy") {}"#, ["Copy"]),
            (
                #".alert("Delete?", isPresented: $asks) { Button("Yes") {} } message: { Text("Gone.") }"#,
                ["Delete?", "Yes", "Gone."]
            ),
            (#"LabeledContent("Name", value: "Ada")"#, ["Name"]),
            (#"Image(systemName: "trash")"#, []), (#"Text(name == "x" ? a : b)"#, []),
            (
                #"Text("\(name) of \(all.count) at \(speed, specifier: "%.1f") or \(Format.bytes(2)), 5 %")"#,
                ["%@ of %lld at %.1f or %@, 5 %%"]
            ),
            (#"Text("100 %")"#, ["100 %"]), (#"Text("a \"b\" \u{2026}")"#, ["a \"b\" …"]),
            (##"Text(#"a\b"#)"##, [#"a\b"#]),
            (#"Text("\(String(localized: "inner")) after")"#, ["%@ after", "inner"]),
            (#"String(localized: "open.verb", defaultValue: "Open")"#, ["open.verb"]),
        ] as [(String, [String])])
    func inACall(source: String, found: [String]) {
        #expect(keys(source) == found)
    }

    @Test func aLongLiteralIsReadAsTheCompilerDoes() {
        let source = #"""
            Text(
                """
                One \
                line, \(name)
                  and another.
                """)
            """#
        #expect(keys(source) == ["One line, %@\n  and another."])
    }

    @Test func whatTheAppsOwnViewsTakeIsFound() {
        let source = #"""
            struct Row: View {
                let title: LocalizedStringKey
                var hint: LocalizedStringKey = "Nothing"
                var name: String
            }
            struct Card: View {
                init(_ title: LocalizedStringKey, note: LocalizedStringKey, image: String) {}
            }
            func note(_ text: LocalizedStringKey) {}
            let a = Row(title: "Title", hint: "Hint", name: "no key")
            let b = Card("Card", note: "Note", image: "trash")
            let c = note("Said")
            """#
        #expect(Set(keys(source)) == ["Nothing", "Title", "Hint", "Card", "Note", "Said"])
    }

    @Test func whatIsDeclaredAsAKeyIsOne() {
        let source = #"""
            var title: LocalizedStringKey {
                switch self {
                case .named("no key"): "One"
                case .other where name == "x": isOn ? "Two" : "Three"
                }
            }
            func text() -> LocalizedStringKey { "Four" }
            let five: LocalizedStringKey = "Five"
            static let six: LocalizedStringResource = "Six"
            let name: String = "no key"
            """#
        #expect(keys(source).sorted() == ["Five", "Four", "One", "Six", "Three", "Two", "x"].filter { $0 != "x" })
    }

    @Test func coreHasNoViews() {
        #expect(keys(#"Menu("Tandem", []); String(localized: "File")"#, in: "Core") == ["File"])
    }

    @Test func wordsThatWouldNeverBeTranslatedAreTold() {
        #expect(lost(#"Text(name ?? "None")"#) == 1)
        #expect(lost(#"Text(isEmpty ? "None" : name)"#) == 1)
        #expect(lost(#"Text("a" + "b")"#) == 1)
        #expect(lost(#".help(why ?? "")"#) == 0)
        #expect(lost(#"Text(name); Text("a"); Text(name == "x" ? a : b)"#) == 0)
    }

    private func pattern(_ source: String) throws -> KeyPattern {
        try #require(KeyScanner([(file: "MacApp/App/A.swift", text: source)]).keys.first?.pattern)
    }

    @Test func whatIsFilledInIsKnownByItsDeclaration() throws {
        let known = try pattern(#"func f(_ count: Int) { Text("\(count) chats") }"#)
        #expect(known.guess == "%lld chats" && known.matches("%lld chats") && !known.matches("%@ chats"))
        #expect(try pattern(#"let a: UInt64; let b = Text("\(chat.a / 60) chats")"#).guess == "%llu chats")
        #expect(try pattern(#"Text("\(Int(x)) of \(all.count) of \(Format.bytes(1))")"#).guess == "%lld of %lld of %@")
    }

    @Test(arguments: [
        ("", "%@"), ("func f(_ count: Int) {}; let count = 3", "%lld"), ("let count: Int?", "%@"),
        ("func f(_ count: Int) {}; func g(_ count: String) {}", "%lld"), ("let count: Count", "%@"),
    ])
    func whatIsNotKnownMayBeAnything(declared: String, likely: String) throws {
        let pattern = try pattern(#"\#(declared); let text = Text("\(count) chats")"#)
        #expect(pattern.guess == "\(likely) chats")
        #expect(pattern.matches("%lld chats") && pattern.matches("%@ chats"))
        #expect(!pattern.matches("%@ chat") && !pattern.matches("many chats") && !pattern.matches("%lld chats."))
    }
}
