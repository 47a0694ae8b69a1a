import EngineKit
import Testing

@testable import Core

@Suite struct ModelTests {
    private let machine = MachineMemory(total: 32_000_000_000, forModels: 24_000_000_000)

    private func offer(
        _ name: String, _ band: FitBand?, need: UInt64 = 5_000_000_000, _ change: (inout ModelOffer) -> Void = { _ in }
    ) -> ModelOffer {
        var offer = ModelOffer(repository: name)
        offer.band = band
        offer.memory = MemoryNeed(weights: need, total: need)
        offer.bytes = 4_000_000_000
        offer.bytesToFetch = 4_000_000_000
        change(&offer)
        return offer
    }

    private func known(_ name: String, verified: Bool = true, available: Bool? = true) -> CuratedModel {
        CuratedModel(title: name, repository: name, companions: [], verified: verified, available: available)
    }

    @Test func fitIsSaidInWords() throws {
        let need = MemoryNeed(weights: 1, total: 5_000_000_000)
        let safe = try #require(ModelFit(need, .safe, on: machine))
        #expect(
            safe.sentence == "It fits: it needs 5 GB of the 24 GB that this Mac has for models."
                && !safe.asksBeforeLoading)
        #expect(ModelFit(need, .tight, on: machine)?.sentence.contains("little to spare") == true)
        let refused = try #require(ModelFit(need, .refuse, on: machine))
        #expect(refused.asksBeforeLoading && refused.sentence.contains("more than all of the 24 GB"))
        #expect(ModelFit(need, .refuse, on: nil)?.sentence.contains("it needs 5 GB.") == true)
        #expect(ModelFit(nil, .safe, on: machine) == nil && ModelFit(need, nil, on: machine) == nil)
    }

    @Test func theLargestThatFitsWellIsRecommended() {
        let best = ModelRecommendation.best(of: [
            (known("a/small"), offer("a/small", .safe, need: 1)), (known("a/large"), offer("a/large", .safe, need: 9)),
            (known("a/tight"), offer("a/tight", .tight, need: 99)),
            (known("a/huge"), offer("a/huge", .refuse, need: 999)),
            (known("a/gone", available: false), offer("a/gone", .safe, need: 50)),
            (known("a/untried", verified: false), offer("a/untried", .safe, need: 60)),
            (known("a/other"), offer("a/other", .safe, need: 70) { $0.role = .unsupported("x") }),
        ])
        #expect(best?.model.repository == "a/large")
        #expect(ModelRecommendation.best(of: [(known("a/t"), offer("a/t", .tight))]) == nil)
        let companion = ModelRecommendation(
            model: known("a/b"), offer: offer("a/b", .safe) { $0.companions = [.init(name: "a/c", bytes: 7)] })
        #expect(companion.onboarding == .model(name: "a/b", title: "a/b", bytes: 4_000_000_000, companionBytes: 7))
    }

    private func row(_ model: InstalledModel, loaded: Bool = false, paired: Bool = false) -> ModelRow {
        ModelRow(model, isDefault: false, isLoaded: loaded, isPaired: paired)
    }

    @Test func aRowSaysWhatCanBeDoneWithItsModel() {
        func model(_ role: ModelRole = .model, _ state: ModelState = .whole, owned: Bool = true, outdated: Bool = false)
            -> InstalledModel
        {
            InstalledModel(
                name: "org/Name", folder: "/m", outdated: outdated, role: role, state: state, bytes: 4_700_000_000,
                owned: owned)
        }
        #expect(row(model()).actions == [.use, .pair, .verify, .showInFinder, .delete] && row(model()).title == "Name")
        #expect(row(model(), paired: true).actions.contains(.unpair))
        #expect(row(model(owned: false)).actions.last == .remove && !row(model(owned: false)).actions.contains(.delete))
        #expect(row(model(outdated: true)).actions.contains(.download) && row(model(outdated: true)).isOutdated)
        #expect(
            row(model(), loaded: true).status == .inMemory && row(model(), loaded: true).detail == "4.7 GB, in memory")
        #expect(!row(model(.companion)).actions.contains(.use) && row(model(.companion)).status == .companion)
        let incomplete = row(model(.model, .incomplete("a file is missing")))
        #expect(incomplete.actions.first == .download && incomplete.detail.contains("a file is missing"))
        let away = row(model(.model, .unavailable))
        #expect(away.actions.isEmpty && away.detail.contains("not connected"))
        #expect(row(model(.unsupported("another family"))).detail.contains("another family"))
        let builtIn = ModelRow.builtIn(isDefault: true, isLoaded: false)
        #expect(builtIn.actions == [.use] && builtIn.id == "pocket" && row(model()).id == "/m")
        #expect(ModelRow.builtIn(isDefault: true, isLoaded: true).status == .inMemory)
    }

    @Test(arguments: [
        ("", ModelQuery.nothing), ("  ", .nothing), ("qwen", .words("qwen")), ("qwen 4b", .words("qwen 4b")),
        (" org/Name ", .repository("org/Name")), ("https://huggingface.co/org/Name", .repository("org/Name")),
        ("HTTPS://huggingface.co/org/Name/tree/main?x=1", .repository("org/Name")),
        ("huggingface.co/org/Name?not=1", .repository("org/Name")), ("hf.co/org/Name#x", .repository("org/Name")),
        ("https://example.com/org/Name", .words("example.com/org/Name")), ("a/b/c", .words("a/b/c")),
    ])
    func aNameOrAnAddressIsLookedUpAndTheRestIsSearchedFor(_ text: String, _ query: ModelQuery) {
        #expect(ModelQuery(text) == query)
    }

    @Test func aPageSaysWhatToFetch() {
        let plain = ModelPage(offer("o/m", .safe), machine: machine)
        #expect(plain.plan == [DownloadOrder(DownloadRequest(repository: "o/m"), bytes: 4_000_000_000)])
        #expect(plain.canDownload && plain.download == "4 GB to download." && plain.title == "m" && plain.fit != nil)
        let withCompanion = ModelPage(
            offer("o/m", .safe) { $0.companions = [.init(name: "o/c", bytes: 500_000_000)] }, machine: machine)
        #expect(
            withCompanion.plan.last == DownloadOrder(DownloadRequest(repository: "o/c"), for: "o/m", bytes: 500_000_000)
        )
        #expect(withCompanion.download == "4 GB to download, and 500 MB for its companion.")
        let inside = ModelPage(
            offer("o/m", .safe) { ($0.companionInside, $0.companions) = (true, [.init(name: "o/c", bytes: 1)]) },
            machine: machine)
        #expect(inside.plan.count == 1)
        let release = ModelPage(
            offer("o/m", .safe) { $0.release = .init(repository: "o/r", bytes: 9, companionBytes: 1) }, machine: machine
        )
        #expect(release.plan.last?.request == DownloadRequest(repository: "o/r", companionOnly: true))
    }

    @Test func whatIsHereIsNotFetchedAgain() {
        let installed = InstalledModel(name: "o/m", folder: "/m")
        let here = ModelPage(
            offer("o/m", .safe) {
                ($0.installed, $0.bytesToFetch, $0.installedCompanion, $0.gated) = (installed, 0, .inside, true)
            },
            machine: machine)
        #expect(here.plan.isEmpty && !here.canDownload && here.download == nil && !here.needsTerms)
        let companionOnly = ModelPage(
            offer("o/m", .safe) {
                ($0.installed, $0.bytesToFetch, $0.installedCompanion) = (installed, 0, ModelOffer.Companion.none)
                $0.companions = [.init(name: "o/c", bytes: 5)]
            }, machine: machine)
        #expect(companionOnly.plan.map(\.request.repository) == ["o/c"])
        let part = ModelPage(offer("o/m", .safe) { $0.bytesToFetch = 1_000_000_000 }, machine: machine)
        #expect(part.download == "1 GB of 4 GB to download.")
    }

    @Test func whatStandsInTheWayIsSaid() {
        let full = ModelPage(offer("o/m", .safe) { $0.diskFree = 3_000_000_000 }, machine: machine)
        #expect(!full.canDownload && full.obstacle?.contains("3 GB free") == true)
        // Some disks say 0 where they do not know.
        #expect(ModelPage(offer("o/m", .safe) { $0.diskFree = 0 }, machine: machine).canDownload)
        let other = ModelPage(offer("o/m", nil) { $0.role = .unsupported("another family") }, machine: machine)
        #expect(!other.canDownload && other.obstacle?.contains("another family") == true && other.plan.isEmpty)
        #expect(ModelPage(offer("o/m", .safe) { $0.gated = true }, machine: machine).needsTerms)
    }

    @Test func sizesBeyondAllBoundsDoNotFit() {
        let page = ModelPage(
            offer("o/m", .safe) {
                ($0.bytes, $0.bytesToFetch, $0.diskFree) = (1 << 63, 1 << 63, 1000)
                $0.companions = [.init(name: "o/c", bytes: (1 << 63) + 1)]
            }, machine: machine)
        #expect(page.plan.count == 2 && !page.canDownload)
    }

    @Test func whatAVerificationFoundIsSaid() {
        func file(_ state: VerifiedFile.State) -> VerifiedFile { VerifiedFile(path: "f", bytes: 1, state: state) }
        #expect(ModelWords.verified([file(.good), file(.good)]) == "All 2 files are as they should be.")
        #expect(ModelWords.verified([file(.good), file(.damaged), file(.missing)]).contains("2 files are damaged"))
        #expect(ModelWords.verified([file(.unknown)]).contains("nothing says"))
    }

    @Test func everyErrorHasASentenceAndARemedyItsButton() {
        for remedy in EngineError.Remedy.allCases {
            let notice = ErrorNotice(.test(.hub, "it is so", remedy: remedy))
            // Nothing looks for a newer Tandem yet, so that nothing is offered for it.
            #expect(
                notice.message == "It is so."
                    && (notice.action == nil) == [.nothing, .updateTandem].contains(remedy))
            #expect((notice.actionTitle == nil) == (notice.action == nil))
        }
        #expect(ErrorNotice(.test(.hub, "really?")).message == "Really?" && ErrorNotice(.test(.hub, "")).message == ".")
        #expect(
            ErrorNotice.needsRelaunch(.test(.backend, remedy: .restart))
                && !ErrorNotice.needsRelaunch(.test(.hub, remedy: .tryAgain)))
    }
}

@MainActor @Suite(.timeLimit(.minutes(5)))
struct ModelLibraryStoreTests {
    private let mock = MockModelLibrary()
    private let store: ModelLibraryStore

    init() {
        store = ModelLibraryStore(mock)
        mock.tell {
            $0.list = { () throws(EngineError) in
                ModelListing(
                    models: [
                        InstalledModel(name: "o/a", folder: "/a", bytes: 9),
                        InstalledModel(name: "o/c", folder: "/c", role: .companion),
                        InstalledModel(name: "o/gone", folder: "/g", state: .unavailable, owned: false),
                    ], notices: ["a place could not be read"])
            }
            $0.machine = MachineMemory(total: 10, forModels: 8)
        }
    }

    @Test func theLibraryShowsWhatIsHere() async {
        await store.refresh()
        let rows = store.rows(defaultModel: "o/a", paired: ["o/a"])
        #expect(rows.map(\.name) == ["pocket", "o/a", "o/c", "o/gone"] && rows[1].isDefault && !rows[0].isDefault)
        #expect(rows[1].actions.contains(.unpair) && store.notices.count == 1 && store.usable == ["pocket", "o/a"])
        store.loadedFolder = "/a"
        #expect(store.rows(defaultModel: "pocket")[1].status == .inMemory)
        store.loadedFolder = "/home/pocket"
        #expect(store.rows(defaultModel: "pocket")[0].status == .inMemory)
        #expect(store.deletion(of: "o/a")?.contains("9 bytes") == true && store.deletion(of: "o/gone") == nil)
    }

    @Test func whatWasDeletedWhileTheListWasReadStaysAway() async {
        let calls = Recorded<Void>()
        let (held, release) = AsyncStream<Void>.makeStream()
        mock.tell {
            $0.delete = { _ throws(EngineError) in 9 }
            $0.list = { () throws(EngineError) in
                calls.add(())
                guard calls.all.count == 1 else { return ModelListing(models: []) }
                for await _ in held {}
                return ModelListing(models: [InstalledModel(name: "o/a", folder: "/a")])
            }
        }
        let first = Task { await store.refresh() }
        await eventually { calls.all.count == 1 }
        await store.delete("o/a")
        release.finish()
        await first.value
        #expect(calls.all.count == 2 && store.installed.isEmpty)
    }

    @Test func anUnreadableLibraryIsSaid() async {
        mock.tell { $0.list = { () throws(EngineError) in throw .test(.files) } }
        await store.refresh()
        #expect(store.error?.kind == .files)
        store.dismissError()
        #expect(store.error == nil)
    }

    @Test func modelsAreRecommendedWhereTheHubAnswers() async {
        mock.tell {
            $0.curated = { _ throws(EngineError) in
                [
                    CuratedModel(title: "A", repository: "o/x", companions: [], verified: true, available: true),
                    CuratedModel(title: "B", repository: "o/y", companions: [], verified: true, available: false),
                    CuratedModel(title: "C", repository: "o/z", companions: [], verified: true, available: true),
                ]
            }
            $0.show = { name, _ throws(EngineError) in
                if name == "o/z" { throw .test(.hub) }
                var offer = ModelOffer(repository: name)
                (offer.band, offer.bytesToFetch) = (.safe, 5)
                return offer
            }
        }
        await store.recommend()
        #expect(store.recommendation?.model.repository == "o/x" && Set(store.offers.keys) == ["o/x"])
        #expect(store.onboarding == .model(name: "o/x", title: "A", bytes: 5, companionBytes: 0))
    }

    @Test func beingOfflineIsNoError() async {
        mock.tell { $0.curated = { _ throws(EngineError) in throw .test(.network) } }
        await store.recommend()
        #expect(store.error == nil && store.onboarding == .offline(suggested: nil))
        mock.tell {
            $0.curated = { _ throws(EngineError) in
                [CuratedModel(title: "A", repository: "o/x", companions: [], verified: true, available: true)]
            }
            $0.show = { name, _ throws(EngineError) in ModelOffer(repository: name) }
        }
        await store.recommend()
        #expect(store.onboarding == .nothingFits)
    }

    @Test func aNameShowsItsPageAndWordsSearch() async {
        mock.tell {
            $0.show = { name, _ throws(EngineError) in ModelOffer(repository: name) }
            $0.search = { words, _ throws(EngineError) in [HubHit(repository: "o/\(words)")] }
        }
        await store.look(for: "o/m")
        #expect(store.page?.name == "o/m" && store.hits.isEmpty && !store.isLooking)
        await store.look(for: "cats")
        #expect(store.page == nil && store.hits.map(\.repository) == ["o/cats"])
        await store.look(for: "")
        #expect(store.hits.isEmpty && store.query == .nothing)
        mock.tell { $0.search = { _, _ throws(EngineError) in throw .test(.network) } }
        await store.look(for: "dogs")
        #expect(store.error?.kind == .network && !store.isLooking)
    }

    @Test func ofTwoSearchesTheLastIsShown() async {
        let (held, release) = AsyncStream<Void>.makeStream()
        mock.tell {
            $0.search = { words, _ throws(EngineError) in
                if words == "slow" {
                    for await _ in held {}
                    throw .test(.network)
                }
                return [HubHit(repository: "o/\(words)")]
            }
        }
        let slow = Task { await store.look(for: "slow") }
        await eventually { store.query == .words("slow") }
        await store.look(for: "fast")
        release.finish()
        await slow.value
        #expect(store.hits.map(\.repository) == ["o/fast"] && store.error == nil)
    }

    @Test func changesAreMadeAndErrorsSaid() async {
        let asked = AsyncStream<String>.makeStream()
        mock.tell {
            $0.delete = { name throws(EngineError) in
                asked.continuation.yield("delete \(name)")
                return 5
            }
            $0.pair = { model, companion throws(EngineError) in asked.continuation.yield("pair \(model) \(companion)") }
            $0.unpair = { _ throws(EngineError) in throw .test(.notFound) }
        }
        await store.delete("o/a")
        await store.pair("o/a", with: "o/c")
        await store.unpair("o/a")
        asked.continuation.finish()
        var calls: [String] = []
        for await call in asked.stream { calls.append(call) }
        #expect(
            calls == ["delete o/a", "pair o/a o/c"] && store.error?.kind == .notFound && store.installed.count == 3)
    }

    @Test func longWorkShowsHowFarItIs() async {
        let (steps, feed) = WorkSteps<[VerifiedFile]>.makeStream()
        mock.tell { $0.verify = { _ in steps } }
        store.verify("o/a")
        feed.yield(.progress(done: 1, total: 2))
        await eventually { store.work?.fraction == 0.5 }
        feed.yield(.progress(done: 0, total: 0))
        feed.yield(.done([VerifiedFile(path: "f", bytes: 1, state: .good)]))
        feed.finish()
        await eventually { store.work == nil }
        #expect(store.result == "All 1 file is as they should be." || store.result?.contains("1 file is") == true)
    }

    @Test func longWorkCanFailAndBeStopped() async {
        mock.tell { $0.importFolder = { _, _ in WorkSteps { $0.finish(throwing: EngineError.test(.noSpace)) } } }
        store.importFolder("/x", copy: true)
        await eventually { store.error != nil }
        #expect(store.error?.kind == .noSpace)
        let (ended, end) = AsyncStream<Void>.makeStream()
        mock.tell {
            $0.verify = { _ in
                WorkSteps { continuation in continuation.onTermination = { _ in end.finish() } }
            }
        }
        store.verify("o/a")
        #expect(store.work?.model == "o/a")
        store.stopWork()
        for await _ in ended {}
        #expect(store.work == nil)
        mock.tell {
            $0.importFolder = { _, _ in
                WorkSteps {
                    $0.yield(.done(InstalledModel(name: "o/new", folder: "/n")))
                    $0.finish()
                }
            }
        }
        store.importFolder("/x", copy: false)
        await eventually { store.work == nil }
        #expect(store.result == "Added new.")
    }
}
