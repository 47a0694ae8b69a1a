#if os(Linux)
    import Core
    import Foundation
    import StringCatalogue
    import Synchronization
    import Testing

    @Suite("Localized strings on Linux")
    struct LocalizedOnLinuxTests {
        @Test func theKeyIsTheOneOfApple() {
            let keys = Mutex<[String]>([])
            let asking: Localization.Lookup = { key, _, _ in
                keys.withLock { $0.append(key) }
                return nil
            }
            let (name, count, size, share) = ("Ada", 3, UInt64(7), 0.5)
            let texts = Localization.$lookup.withValue(asking) {
                [
                    String(localized: "Copy"), String(localized: "100 %"), String(localized: "\(count) % of \(name)"),
                    String(localized: "\(size), \(share), \(share, specifier: "%.1f"), \(Int32(2)), \(name.prefix(1))"),
                    String(localized: "open.verb", defaultValue: "Open \(name)"),
                ]
            }
            #expect(
                keys.withLock { $0 } == [
                    "Copy", "100 %", "%lld %% of %@", "%llu, %lf, %.1f, %d, %@", "open.verb",
                ])
            #expect(texts == ["Copy", "100 %", "3 % of Ada", "7, 0.500000, 0.5, 2, A", "Open Ada"])
        }

        @Test func numbersAreWrittenAsTheRegionDoes() {
            let count = 1_234_567
            let written = ["en_US", "de_DE"].map { region in
                Region.$locale.withValue(Locale(identifier: region)) {
                    String(localized: "\(count) and \(2.5, specifier: "%.1f") and \(0.25, format: .percent)")
                }
            }
            #expect(written == ["1,234,567 and 2.5 and 25%", "1.234.567 and 2,5 and 25\u{A0}%"])
        }

        @Test func aTranslationMayTurnTheOrderRound() {
            let (done, all) = (1, 2)
            let text = Localization.$lookup.withValue({ key, _, _ in ["%lld of %lld": "%2$lld, davon %1$lld"][key] }) {
                String(localized: "\(done) of \(all)")
            }
            #expect(text == "2, davon 1")
        }

        @Test func testsSideBySideHaveTheirOwnLanguage() async {
            await withTaskGroup(of: Bool.self) { group in
                for number in 0..<50 {
                    group.addTask {
                        await Localization.$lookup.withValue({ _, _, _ in "\(number)" }) {
                            await Task.yield()
                            return await Task { String(localized: "Copy") }.value == "\(number)"
                        }
                    }
                }
                for await isRight in group { #expect(isRight) }
            }
            #expect(String(localized: "no such key") == "no such key")
        }
    }

    @Suite("Looking up in a catalogue")
    struct CatalogueLookupTests {
        private func catalogue() throws -> StringCatalogue {
            try StringCatalogue(
                Data(
                    #"""
                    {"sourceLanguage": "en", "version": "1.0", "strings": {
                      "Copy": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": "Kopieren"}}}},
                      "%lld chats": {"localizations": {
                        "en": {"variations": {"plural": {
                          "one": {"stringUnit": {"state": "translated", "value": "%lld chat"}},
                          "other": {"stringUnit": {"state": "translated", "value": "%lld chats"}}}}},
                        "fr": {"variations": {"plural": {
                          "one": {"stringUnit": {"state": "translated", "value": "%lld discussion"}},
                          "many": {"stringUnit": {"state": "translated", "value": "%lld de discussions"}},
                          "other": {"stringUnit": {"state": "translated", "value": "%lld discussions"}}}}}}},
                      "%@ has %lld files": {"localizations": {"de": {
                        "stringUnit": {"state": "translated", "value": "%2$#@files@ in %1$@"},
                        "substitutions": {"files": {"argNum": 2, "formatSpecifier": "lld", "variations": {"plural": {
                          "one": {"stringUnit": {"state": "translated", "value": "%arg Datei"}},
                          "other": {"stringUnit": {"state": "translated", "value": "%arg Dateien"}}}}}}}}}
                    }}
                    """#.utf8))
        }

        @Test(arguments: [
            (0, "0 chats", "0 discussion"), (1, "1 chat", "1 discussion"), (2, "2 chats", "2 discussions"),
        ])
        func pluralsFollowTheLanguage(count: Int, english: String, french: String) throws {
            let catalogue = try catalogue()
            let texts = ["en", "fr"].map { language in
                Localization.$lookup.withValue({ catalogue.format($0, in: language, $2) }) {
                    String(localized: "\(count) chats")
                }
            }
            #expect(texts == [english, french])
            #expect(catalogue.format("%lld chats", in: "fr", [2_000_000]) == "%lld de discussions")
        }

        @Test func aSubstitutionHasAPluralOfItsOwn() throws {
            let catalogue = try catalogue()
            let name = "Ada"
            let texts = [1, 2].map { count in
                Localization.$lookup.withValue({ catalogue.format($0, in: "de", $2) }) {
                    String(localized: "\(name) has \(count) files")
                }
            }
            #expect(texts == ["1 Datei in Ada", "2 Dateien in Ada"])
        }

        @Test func whatIsMissingIsShownInEnglish() throws {
            let catalogue = try catalogue()
            #expect(catalogue.format("Copy", in: "de", []) == "Kopieren")
            #expect(catalogue.format("Copy", in: "fr", []) == nil && catalogue.format("Paste", in: "de", []) == nil)
        }

        @Test func theCatalogueOfTheAppIsThere() {
            #expect(Localization.catalogue.sourceLanguage == "en" && Localization.catalogue.version == "1.0")
        }
    }
#endif
