import EngineKit
import Synchronization
import Testing

@testable import Core

@MainActor @Suite(.timeLimit(.minutes(1)))
struct ModelCareTests {
    private let library = MockModelLibrary()
    private let large = EngineError(
        kind: .doesNotFit, message: "it needs 20 GB of 12 GB", detail: "", remedy: .loadAnyway)

    // MARK: Loading

    private func loader(_ load: @escaping @Sendable (ModelFolders, Bool) async throws(EngineError) -> LoadedModel)
        -> ModelLoader
    {
        let engine = MockEngine()
        engine.tell { $0.load = load }
        library.tell { script in
            script.folders = { name throws(EngineError) in ModelFolders(target: "/\(name)") }
        }
        return ModelLoader(engine, library)
    }

    private nonisolated func loaded(_ folders: ModelFolders) -> LoadedModel {
        LoadedModel(
            folder: folders.target, architecture: "x", context: 1, hasCompanion: false, device: "cpu", weightBytes: 1)
    }

    @Test func aModelThatDoesNotFitIsAskedAboutAndLoadedAnyway() async {
        let (large, anyways) = (large, Recorded<Bool>())
        let loader = loader { folders, anyway throws(EngineError) in
            anyways.add(anyway)
            if !anyway { throw large }
            return self.loaded(folders)
        }
        loader.load("a")
        #expect(loader.isLoading)
        await eventually { !loader.isLoading }
        #expect(loader.state == .asks("a", large))
        var done = false
        loader.load("a", anyway: true) { done = true }
        await eventually { done }
        #expect(loader.state == .idle && anyways.all == [false, true])
    }

    @Test func whatAnAnswerCouldNotLoadIsAskedAboutToo() {
        let loader = loader { folders, _ throws(EngineError) in self.loaded(folders) }
        loader.ask("a", large)
        #expect(loader.state == .asks("a", large))
        loader.dismiss()
        #expect(loader.state == .idle)
        loader.ask("a", .test(.damagedModel, remedy: .fetchAgain))
        #expect(loader.state == .failed("a", .test(.damagedModel, remedy: .fetchAgain)))
    }

    // MARK: Places

    @Test func anotherFolderForDownloadsCountsFromTheNextStart() async {
        library.tell { script in
            script.modelsFolder = "/models"
            script.chooseFolder = { _ throws(EngineError) in }
            script.places = { () throws(EngineError) in [ModelPlace(folder: "/models", kind: .downloads)] }
            script.hasChosenFolder = { () throws(EngineError) in false }
        }
        let places = ModelPlaces(library)
        await places.read()
        #expect(places.places.count == 1 && !places.hasChosenFolder)
        await places.choose("/models")
        #expect(places.hasChosenFolder && !places.changesAtNextStart)
        await places.choose("/other")
        #expect(places.changesAtNextStart)
        await places.choose(nil)
        #expect(!places.hasChosenFolder && places.error == nil)
    }

    @Test func aFolderThatCannotBeAddedIsSaidAndNothingElseChanges() async {
        library.tell { script in
            script.addPlace = { _ throws(EngineError) in throw .test(.files, remedy: .chooseFolder) }
            script.places = { () throws(EngineError) in [] }
            script.hasChosenFolder = { () throws(EngineError) in false }
        }
        var changes = 0
        let places = ModelPlaces(library) { changes += 1 }
        await places.add("/gone")
        #expect(places.error?.kind == .files && changes == 1)
        places.dismissError()
        #expect(places.error == nil)
    }

    // MARK: Token

    @Test func aTokenIsKeptAsItIsPasted() async {
        let kept = Recorded<String?>()
        library.tell { script in script.keepToken = { token throws(EngineError) in kept.add(token) } }
        let token = HubToken(library)
        #expect(await !token.keep("short"))
        #expect(await !token.keep("with a space in it"))
        #expect(await token.keep("\n hf_0123456789 "))
        #expect(token.isKept)
        await token.remove()
        #expect(!token.isKept && kept.all == ["hf_0123456789", nil])
    }

    @Test func aTokenThatWasNotKeptIsNotSaidToBe() async {
        library.tell { script in script.keepToken = { _ throws(EngineError) in throw .test(.files, remedy: .nothing) } }
        let token = HubToken(library)
        #expect(await !token.keep("hf_0123456789"))
        #expect(!token.isKept && token.error != nil)
    }

    // MARK: Pages

    @Test func aPageIsOpenedWithoutLosingWhatWasFound() async {
        library.tell { script in
            script.machine = .some(nil)
            script.search = { _, _ throws(EngineError) in [HubHit(repository: "org/a"), HubHit(repository: "org/b")] }
            script.show = { name, _ throws(EngineError) in ModelOffer(repository: name) }
        }
        let store = ModelLibraryStore(library)
        await store.look(for: "two words")
        await store.open("org/b")
        #expect(store.page?.name == "org/b" && store.hits.count == 2 && store.opening == nil)
        #expect(store.knownPage(of: "org/b") == store.page && store.knownPage(of: "org/a") == nil)
    }

    @Test func aModelIsFetchedWithItsCompanionOrWithout() {
        var offer = ModelOffer(repository: "org/a")
        (offer.bytes, offer.bytesToFetch) = (10, 10)
        offer.companions = [.init(name: "org/c", bytes: 2)]
        let page = ModelPage(offer, machine: nil)
        #expect(page.offersCompanion && page.orders(withCompanion: true).count == 2)
        #expect(page.orders(withCompanion: false).map(\.request.repository) == ["org/a"])
    }

    @Test func whatDraftsForAModelIsReadWithoutTheHub() async {
        library.tell { script in
            script.list = { () throws(EngineError) in
                ModelListing(models: [
                    InstalledModel(name: "org/a", folder: "/a"),
                    InstalledModel(name: "org/c", folder: "/c", role: .companion),
                ])
            }
            script.folders = { _ throws(EngineError) in ModelFolders(target: "/a", companion: .folder("/c")) }
        }
        let store = ModelLibraryStore(library)
        await store.refresh()
        await store.readCompanion(of: "org/a")
        #expect(store.companions == ["org/a": "org/c"] && store.companionsInstalled == ["org/c"])
        library.tell { script in script.folders = { _ throws(EngineError) in ModelFolders(target: "/a") } }
        await store.readCompanion(of: "org/a")
        #expect(store.companions.isEmpty)
    }
}
