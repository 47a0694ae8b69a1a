import Foundation
import StringCatalogue
import Testing

@Suite("Checking a catalogue")
struct CatalogueCheckTests {
    /// What is wrong with one translation into German.
    private func problems(_ key: String, _ german: String, english: String? = nil) throws -> [String] {
        let source = english.map { #""en": \#($0), "# } ?? ""
        let others = ["es", "fr", "ja", "zh-Hans"].map {
            #""\#($0)": {"stringUnit": {"state": "translated", "value": "\#(key)"}}"#
        }
        let json = #"""
            {"sourceLanguage": "en", "version": "1.0", "strings": {"\#(key)": {"localizations": {
            \#(source)"de": \#(german), \#(others.joined(separator: ", "))}}}}
            """#
        let check = CatalogueCheck(try StringCatalogue(Data(json.utf8)), KeyScanner([]))
        #expect(check.unused == [key])
        return check.problems.filter { $0.hasPrefix("de:") }
    }

    private func unit(_ text: String, state: String = "translated") -> String {
        #"{"stringUnit": {"state": "\#(state)", "value": "\#(text)"}}"#
    }

    private func plural(_ forms: [String: String]) -> String {
        let list = forms.map { #""\#($0)": \#(unit($1))"# }.joined(separator: ", ")
        return #"{"variations": {"plural": {\#(list)}}}"#
    }

    @Test(
        arguments: [
            ("Copy", "Kopieren", true), ("Copy", "", false), ("Copy", " Kopieren", false), ("Copy", "Kopieren ", false),
            ("Copy it", "Es  kopieren", false), ("Copy", "„Kopieren“", true), ("Copy", "“Kopieren”", false),
            ("100 %", "100 %", true), ("%@ of %lld", "%@ von %lld", true), ("%@ of %lld", "%lld von %@", false),
            ("%@ of %lld", "%2$lld von %1$@", true), ("%@ of %lld", "%1$lld von %2$@", false),
            ("%@ of %lld", "%1$@ von %lld", false), ("%@ of %lld", "%@", false), ("%lf", "%.1f", true),
            ("%@ %%", "%@%%", true), ("%@ %%", "%@ %", false), ("%lld", "%d", true), ("%lld", "%llu", false),
        ])
    func aTranslationMustFit(key: String, german: String, fits: Bool) throws {
        #expect(try problems(key, unit(german)).isEmpty == fits)
    }

    @Test func aStateThatIsNotTranslatedIsTold() throws {
        #expect(try problems("Copy", unit("Kopieren", state: "new")) == ["de: its state is new: “Copy”"])
    }

    @Test func pluralsNeedTheFormsOfTheirLanguage() throws {
        let english = plural(["one": "%lld chat", "other": "%lld chats"])
        func german(_ forms: [String: String]) throws -> Bool {
            try problems("%lld chats", plural(forms), english: english).isEmpty
        }
        #expect(try german(["one": "%lld Chat", "other": "%lld Chats"]))
        #expect(try german(["one": "Ein Chat", "other": "%lld Chats"]))
        #expect(try !german(["other": "%lld Chats"]))
        #expect(try !german(["one": "%lld Chat", "other": "Chats"]))
        #expect(try !german(["one": "%lld Chat", "many": "%lld Chats", "other": "%lld Chats"]))
        #expect(try !problems("%lld chats", unit("%lld Chats"), english: english).isEmpty)
        #expect(try !problems("%lld of %@", plural(["one": "%lld", "other": "%lld"])).isEmpty)
    }

    @Test(
        arguments: [
            ("%2$#@files@ in %1$@", 2, "%arg Dateien", true), ("%#@files@ in %@", 2, "%arg Dateien", false),
            ("%2$#@files@", 2, "%arg Dateien in %1$@", true), ("%2$#@files@", 2, "%arg Dateien", false),
            ("%2$#@files@ in %1$@", 1, "%arg Dateien", false), ("%2$#@files@ in %1$@", 2, "Dateien", false),
            ("%2$#@others@ in %1$@", 2, "%arg Dateien", false),
        ])
    func aSubstitutionStandsForItsNumber(outer: String, place: Int, other: String, fits: Bool) throws {
        let forms = #"{"plural": {"one": \#(unit("%arg Datei" + other.dropFirst(12))), "other": \#(unit(other))}}"#
        let german = #"""
            {"stringUnit": {"state": "translated", "value": "\#(outer)"}, "substitutions": {"files":
            {"argNum": \#(place), "formatSpecifier": "lld", "variations": \#(forms)}}}
            """#
        #expect(try problems("%@ has %lld files", german).isEmpty == fits)
    }

    @Test func theCatalogueIsWrittenInOrder() throws {
        var catalogue = StringCatalogue()
        for key in ["b", "A", "a 10", "a 2"] { catalogue.strings[key] = .init() }
        catalogue.strings["A"]?.comment = "says \"A\""
        catalogue.strings["A"]?.localizations = ["de": .init("B\\\n")]
        let text = catalogue.text
        #expect(
            text.hasPrefix(
                """
                {
                  "sourceLanguage" : "en",
                  "strings" : {
                    "A" : {
                      "comment" : "says \\"A\\"",
                      "localizations" : {
                        "de" : {
                          "stringUnit" : {
                            "state" : "translated",
                            "value" : "B\\\\\\n"
                          }
                        }
                      }
                    },
                    "a 2" : {

                    },
                    "a 10" : {
                """))
        #expect(text.hasSuffix("  \"version\" : \"1.0\"\n}"))
        #expect(try StringCatalogue(Data(text.utf8)) == catalogue)
    }
}
