#if os(Linux)
    import EngineKit
    import Foundation
    import StringCatalogue
    import Testing

    @testable import Core

    @Suite("Core in every language")
    struct CoreWordsTests {
        /// Whatever is said with something filled in.
        private func sentences() -> [String] {
            var facts = AnswerFacts()
            (facts.tokens, facts.thinkingTokens, facts.promptTokens, facts.cachedTokens) = (120, 20, 2000, 1000)
            (facts.tokensPerSecond, facts.promptTokensPerSecond, facts.firstToken, facts.load) = (42.5, 900, 0.25, 3)
            (facts.speculates, facts.tokensPerRound, facts.gain, facts.peakMemory) = (true, 2.4, 1.6, 3_000_000_000)
            (facts.depth, facts.rounds, facts.drafted, facts.accepted) = (3, 50, 150, 70)
            let summary = AnswerSummary(facts)
            var all = [summary.line] + summary.rows.flatMap { [$0.name, $0.value] }
            for kind: SpeculationStatus.Kind in [
                .active, .losing, .switchedOff, .noCompanion, .misfit, .resting, .tooShort, .notReached, .other,
            ] { all.append(StatisticsWords.sentence(kind, facts)) }
            facts.gain = nil
            all.append(StatisticsWords.sentence(.active, facts))
            for bytes: UInt64 in [1, 2000, 3_000_000, 4_000_000_000, 5_000_000_000_000] {
                all.append(Format.bytes(bytes))
            }
            for time in [5.5, 90, 7200, 7500, 1e9] { all.append(Format.seconds(time)) }
            all.append(Format.percent(1, of: 3))
            for band: FitBand in [.safe, .tight, .refuse] {
                all += [ModelWords.fit(band, need: 9, room: nil), ModelWords.fit(band, need: 9, room: 8)]
            }
            for status: ModelRow.Status in [
                .builtIn, .ready, .inMemory, .incomplete("x"), .unavailable, .unsupported("x"), .companion,
            ] { all.append(ModelWords.detail(status, 5)) }
            all += [ModelWords.noRoom(2, 1), ModelWords.delete("a/b", 3), ModelWords.verified([])]
            for state: VerifiedFile.State in [.damaged, .unknown] {
                all.append(ModelWords.verified([VerifiedFile(path: "a", bytes: 1, state: state)]))
            }
            for seconds in [0, 1, 59, 75] {
                all += [TranscriptWords.thinking(seconds), TranscriptWords.thought(seconds)]
            }
            for chats in [1, 2] {
                all += [
                    CommandWords.pin(chats), CommandWords.unpin(chats), CommandWords.trash(chats),
                    CommandWords.restore(chats), CommandWords.deleteForGood(chats), ChatListWords.trashed(chats),
                    ChatListWords.moved(chats),
                ]
            }
            all += [ChatListWords.year(2025), ChatListWords.month(3)]
            all += [AskWords.failed("x"), AskWords.tooLong(8), QuickPromptWords.tooLong(9, 8)]
            all += [ComposerWords.textTooLong(9), ComposerWords.tooManyFiles(20), ComposerWords.filesTooLarge("a", 9)]
            for used in [1, 90, 120] { all.append(ContextGauge(used: used, context: 100).explanation) }
            all += [SettingsWords.notUnderstood(["a"]), SettingsWords.notUnderstood(["a", "b"])]
            all += [RouteWords.confirmExplanation(model: nil), RouteWords.confirmExplanation(model: "a")]
            all += [RouteWords.unknownPlace("a"), RouteWords.unknownPart("a"), RouteWords.partTwice("a")]
            all += [RouteWords.textTooLong(9), RouteWords.badValue("a")]
            all += [KeyWords.taken("a", by: "b"), KeyWords.own("a", item: "b"), KeyWords.functionKey("a")]
            all += [
                KeyWords.typesSomething("a"), KeyLayout.american.name(of: 126), KeyLayout.american.name(of: 10_000),
            ]
            all += downloads()
            return all
        }

        private func downloads() -> [String] {
            var all: [String] = []
            for (speed, left) in [(0, nil), (0, 9), (9e6, nil), (9e6, 9)] as [(Double, UInt64?)] {
                var progress = DownloadProgress(phase: .downloading(notice: nil), total: 9)
                (progress.bytesPerSecond, progress.secondsLeft) = (speed, left)
                all.append(DownloadWords.status(item(progress)))
            }
            all.append(DownloadWords.status(item(DownloadProgress(phase: .paused, total: 9))))
            var list = DownloadList()
            all.append(list.summary)
            list.add(DownloadOrder(DownloadRequest(repository: "a/b"), bytes: 9))
            all.append(list.summary)
            list.update(
                DownloadRequest(repository: "a/b"), DownloadProgress(phase: .downloading(notice: nil), total: 9))
            all.append(list.summary)
            list.update(DownloadRequest(repository: "a/b"), DownloadProgress(phase: .paused, total: 9))
            return all + [list.summary]
        }

        private func item(_ progress: DownloadProgress) -> DownloadItem {
            DownloadItem(order: DownloadOrder(DownloadRequest(repository: "a/b")), progress: progress)
        }

        @Test(arguments: ["en", "de", "es", "fr", "ja", "zh-Hans"])
        func everyKeyIsFoundWhenItIsAskedFor(language: String) {
            let recorder = LookupRecorder(Localization.catalogue, language)
            let sentences = Localization.$lookup.withValue({ recorder.look($0, $1, $2) }) {
                Region.$locale.withValue(Locale(identifier: language)) { self.sentences() }
            }
            #expect(recorder.unknownKeys.isEmpty)
            // A format that was not filled in, or filled with something else.
            #expect(sentences.filter { $0.contains(/%[@#0-9la]|\(null\)/) || $0.isEmpty } == [])
        }

        @Test func numbersAndMonthsAreThoseOfTheLanguage() {
            func said(_ language: String) -> [String] {
                Localization.speaking(language) {
                    [
                        Format.bytes(4_700_000_000), Format.bytes(1), Format.seconds(7500), Format.percent(3, of: 8),
                        ChatListWords.month(3), ChatListWords.year(2025), TranscriptWords.thought(1),
                        SettingsWords.notUnderstood(["a", "b"]), CommandWords.trash(3),
                    ]
                }
            }
            #expect(
                said("de") == [
                    "4,7\u{A0}GB", "1\u{A0}Byte", "2\u{A0}h 5\u{A0}min", "38\u{A0}%", "März", "2025",
                    "1 Sekunde lang nachgedacht",
                    "2 Einstellungen wurden nicht verstanden und haben ihren Standardwert: a und b.",
                    "3 Chats in den Papierkorb legen",
                ])
            #expect(
                said("fr") == [
                    "4,7\u{A0}Go", "1\u{A0}octet", "2\u{A0}h 5\u{A0}min", "38\u{A0}%", "Mars", "2025",
                    "A réfléchi pendant 1 seconde",
                    "2 réglages n’ont pas été compris et ont leur valeur par défaut\u{A0}: a, b.",
                    "Placer 3 conversations dans la corbeille",
                ])
            #expect(
                said("ja") == [
                    "4.7 GB", "1バイト", "2時間5分", "38%", "3月", "2025年", "1秒思考",
                    "2個の設定を認識できず、初期設定になっています: a、b。", "3件のチャットをゴミ箱に入れる",
                ])
        }

        @Test func anErrorIsSaidInTheLanguageAndThenAsTheEngineHasIt() {
            let full = EngineError(
                kind: .noSpace, message: "the disk has 1 GB free", detail: "", remedy: .freeSpace)
            #expect(ErrorNotice(full).message == "The disk has 1 GB free.")
            Localization.speaking("de") {
                #expect(ErrorNotice(full).message == "Die Festplatte ist voll. (the disk has 1 GB free)")
                for kind in EngineError.Kind.allCases {
                    let message = ErrorNotice(EngineError(kind: kind, message: "x", detail: "", remedy: .nothing))
                        .message
                    #expect(message.hasSuffix(". (x)"), "\(kind)")
                }
            }
        }

        @Test func aMenuIsTranslatedAsAWhole() {
            let titles = Localization.speaking("de") { MenuBar(CommandContext()).menus.map(\.title) }
            #expect(titles == ["Tandem", "Ablage", "Bearbeiten", "Darstellung", "Chat", "Modell", "Fenster", "Hilfe"])
        }

        @Test func theSpaceBarIsTheSameKeyInEveryLanguage() {
            Localization.speaking("de") {
                #expect(KeyCombination(keyCode: 49, modifiers: .option).text() == "⌥Leertaste")
                let own = HotKeyCheck(ownMenus: [MenuShortcut(.space, .option): "Eines"], system: [])
                #expect(!own.verdict(on: KeyCombination(keyCode: 49, modifiers: .option)).isUsable)
            }
        }
    }
#endif
