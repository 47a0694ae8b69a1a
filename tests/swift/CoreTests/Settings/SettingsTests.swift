import Foundation
import Testing

@testable import Core

@Suite struct SettingsTests {
    private func document(_ json: String) throws -> SettingsDocument {
        try #require(SettingsDocument(Data(json.utf8)))
    }

    private func values(_ document: SettingsDocument) throws -> [String: JSONValue] {
        try #require(JSONValue.object(in: document.data))
    }

    /// Settings of which none is as it comes.
    private var changed: Settings {
        var settings = Settings()
        settings.defaultModel = "org/name"
        settings.speculation = .depth(3)
        settings.measured = [
            "org/name": MeasuredDepth(
                depth: 2, gain: 1.5, companion: "own", date: Date(timeIntervalSince1970: 7), isUsed: true)
        ]
        settings.thinking = .auto
        settings.showsThinkingAtOnce = true
        settings.tintsDrafts = true
        settings.showsStatistics = false
        settings.showsAnswerStatistics = false
        settings.idleUnloadMinutes = 0
        settings.sendKey = .commandReturn
        settings.appearance = .dark
        settings.textSize = 1.25
        settings.notifies = false
        settings.showsMenuBarItem = false
        settings.launchesAtLogin = true
        settings.hotKey = KeyCombination(keyCode: 49, modifiers: [.control, .option])
        settings.hotKeyIsOn = false
        settings.quickPromptClosesWithoutFocus = false
        settings.quickPromptKeepsMinutes = 1
        settings.quickPromptKeepsChats = true
        settings.logLevel = .debug
        settings.onboarding = .hotKey
        settings.firstModel = "org/name"
        return settings
    }

    @Test func everySettingIsKeptAndReadAgain() throws {
        var document = SettingsDocument()
        document.change { $0 = changed }
        #expect(try values(document).count == SettingsField.all.count + 1)
        let read = try #require(SettingsDocument(document.data))
        #expect(read.settings == changed && read.notUnderstood.isEmpty)
        for field in SettingsField.all {
            #expect(field.write(changed) != field.write(Settings()), "\(field.name) was not changed")
        }
    }

    @Test func aMeasurementIsReadAgainAsItWas() throws {
        for sevenths in 0..<100 {
            let date = Date(timeIntervalSinceReferenceDate: 800_000_000 + Double(sevenths) / 7)
            var document = SettingsDocument()
            let measured = MeasuredDepth(depth: 0, gain: 1 / 0.7, companion: "own", date: date)
            document.change { $0.measured = ["m": measured] }
            #expect(SettingsDocument(document.data)?.settings == document.settings)
        }
    }

    @Test func aBrokenValueLeavesItsSettingAloneAsItComes() throws {
        let broken: [String: JSONValue] = [
            "textSize": .number(1e9), "thinking": .string("perhaps"), "speculation": .string("99"),
            "idleUnloadMinutes": .integer(-1), "hotKey": .object(["keyCode": .integer(70_000)]),
            "notifies": .string("yes"),
            "defaultModel": .string(""), "logLevel": .null, "onboarding": .integer(3),
            "quickPromptKeepsMinutes": .number(1.5),
        ]
        for (name, value) in broken {
            var all = try values(
                {
                    var document = SettingsDocument(); document.change { $0 = changed }; return document
                }())
            all[name] = value
            let read = try #require(SettingsDocument(JSONValue.object(all).data))
            #expect(read.notUnderstood == [name])
            let field = try #require(SettingsField.all.first { $0.name == name })
            #expect(field.write(read.settings) == field.write(Settings()), "\(name)")
            for other in SettingsField.all where other.name != name {
                #expect(other.write(read.settings) == other.write(changed), "\(other.name) beside \(name)")
            }
        }
    }

    @Test func whatIsNotUnderstoodIsKeptUntilTheUserChangesIt() throws {
        var document = try document(#"{"appearance":"sepia","future":{"a":[1]},"textSize":1.5}"#)
        document.change { $0.notifies = false }
        var kept = try values(document)
        #expect(kept["appearance"] == .string("sepia") && kept["future"] == .object(["a": .array([.integer(1)])]))
        #expect(kept["textSize"] == .number(1.5) && kept["notifies"] == .bool(false))
        document.change { $0.appearance = .dark }
        kept = try values(document)
        #expect(kept["appearance"] == .string("dark") && document.notUnderstood.isEmpty)
    }

    @Test func theVersionOfANewerTandemStays() throws {
        #expect(try values(document(#"{"version":7}"#))["version"] == .integer(7))
        #expect(try values(document("{}"))["version"] == .integer(1))
        #expect(try values(document(#"{"version":"x"}"#))["version"] == .integer(1))
    }

    @Test func olderSettingsAreBroughtUpStepByStepAndOnce() throws {
        let migrations: [SettingsDocument.Migration] = [
            { $0["size"] = $0.removeValue(forKey: "zoom") },
            { $0["textSize"] = $0.removeValue(forKey: "size") },
        ]
        func read(_ json: String) throws -> SettingsDocument {
            try #require(SettingsDocument(Data(json.utf8), migrations: migrations))
        }
        let first = try read(#"{"zoom":1.5}"#)
        #expect(first.settings.textSize == 1.5)
        #expect(try read(#"{"version":2,"size":1.25}"#).settings.textSize == 1.25)
        // Brought up twice it is the same.
        #expect(try #require(SettingsDocument(first.data, migrations: migrations)).settings == first.settings)
        // One from the future is not touched.
        #expect(try read(#"{"version":3,"zoom":2,"textSize":0.8}"#).settings.textSize == 0.8)
        #expect(try read(#"{"version":-5,"zoom":1.5}"#).settings.textSize == 1.5)
    }

    @Test func noHotKeyIsWantedBeforeOneIsChosenOrWhileItIsOff() {
        var settings = Settings()
        #expect(settings.wantedHotKey == nil)
        settings.hotKey = KeyCombination(keyCode: 49, modifiers: .option)
        #expect(settings.wantedHotKey != nil)
        settings.hotKeyIsOn = false
        #expect(settings.wantedHotKey == nil)
    }

    @Test func textGrowsAndShrinksByStepsWithinItsRange() {
        #expect(TextSize.bigger(than: 1) == 1.1 && TextSize.smaller(than: 1) == 0.9)
        #expect(TextSize.bigger(than: 1.3) == 1.5 && TextSize.smaller(than: 1.3) == 1.25)
        #expect(TextSize.bigger(than: 2) == 2 && TextSize.smaller(than: 0.7) == 0.7)
    }

    @Test func choicesHaveWordsOfTheCommandLine() {
        for choice in [SpeculationChoice.auto, .off, .depth(1), .depth(8)] {
            #expect(SpeculationChoice(word: choice.word) == choice)
        }
        #expect(SpeculationChoice(word: "0") == nil && SpeculationChoice(word: "9") == nil)
        #expect(ThinkingChoice.on.wish == true && ThinkingChoice.off.wish == false && ThinkingChoice.auto.wish == nil)
    }
}

@MainActor @Suite struct SettingsStoreTests {
    @Test func changesAreOnTheDiskAndReadAgain() throws {
        try withFolder { folder in
            let file = DocumentFile(folder.appendingPathComponent("new/settings.json"))
            let store = SettingsStore(file)
            #expect(store.settings == Settings() && store.notice == nil)
            store.change { $0.textSize = 1.5 }
            #expect(SettingsStore(file).settings.textSize == 1.5)
            let mode = try FileManager.default.attributesOfItem(
                atPath: folder.appendingPathComponent("new/settings.json").path)[.posixPermissions]
            #expect(mode as? Int == 0o600)
        }
    }

    @Test func aDamagedFileIsKeptAside() throws {
        try withFolder { folder in
            let url = folder.appendingPathComponent("settings.json")
            try Data("{ not json".utf8).write(to: url)
            try Data("older".utf8).write(to: url.appendingPathExtension("damaged"))
            let store = SettingsStore(DocumentFile(url))
            #expect(store.settings == Settings() && store.notice?.contains("kept beside") == true)
            store.change { $0.notifies = false }
            #expect(store.notice == nil)
            // What was set aside before stays too.
            #expect(try Data(contentsOf: url.appendingPathExtension("damaged")) == Data("older".utf8))
            #expect(try Data(contentsOf: url.appendingPathExtension("damaged-2")) == Data("{ not json".utf8))
        }
    }

    @Test func whatCannotBeReadOrWrittenIsSaid() throws {
        let file = FailingDocument()
        let store = SettingsStore(file)
        #expect(store.notice?.contains("could not be read") == true)
        store.change { $0.notifies = false }
        #expect(store.notice?.contains("until Tandem quits") == true && !store.settings.notifies)
        try withFolder { folder in
            let url = folder.appendingPathComponent("large")
            try Data(count: 11).write(to: url)
            #expect(throws: DocumentFile.TooLarge.self) { try DocumentFile(url, limit: 10).read() }
            #expect(try DocumentFile(url, limit: 11).read()?.count == 11)
            #expect(throws: DocumentFile.TooLarge.self) { try DocumentFile(url, limit: 10).write(Data(count: 11)) }
        }
    }

    @Test func aSettingThatIsNotUnderstoodIsNamed() {
        let store = SettingsStore(MemoryDocument(Data(#"{"textSize":"big"}"#.utf8)))
        #expect(store.notice?.contains("textSize") == true)
    }

    @Test func nothingIsWrittenWhereNothingChanges() {
        let file = MemoryDocument(nil)
        SettingsStore(file).change { $0.notifies = true }
        #expect(file.data == nil)
    }

    private func withFolder(_ test: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("tandem-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try test(folder)
    }
}
