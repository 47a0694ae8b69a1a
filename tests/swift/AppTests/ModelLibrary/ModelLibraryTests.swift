import Core
import EngineKit
import Foundation
import Screen
import Synchronization
import Testing

@testable import Tandem

@MainActor
struct ModelLibraryTests {
    private let large = InstalledModel(name: "org/large", folder: "/models/large", bytes: 4_000_000_000)
    private let drafts = InstalledModel(name: "org/drafts", folder: "/models/drafts", role: .companion, bytes: 1000)
    private let linked = InstalledModel(name: "local/mine", folder: "/mine", bytes: 5, owned: false)

    private func open(_ test: TestApp) async throws -> Screen {
        test.offersModels()
        let screen = test.launch()
        try screen.press("m", modifiers: [.shift, .command])
        try await screen.wait(for: "the library") { $0.contains("On This Mac") }
        return screen
    }

    @Test func theModelsOnThisMacAreListedWithTheirState() async throws {
        let test = try await TestApp()
        test.has(
            large, drafts, linked,
            InstalledModel(name: "org/half", folder: "/half", state: .incomplete("a file is missing")),
            InstalledModel(name: "org/far", folder: "/far", state: .unavailable),
            InstalledModel(name: "org/odd", folder: "/odd", role: .unsupported("it is no text model")))
        let screen = try await open(test)
        try await screen.wait(for: "the models") { $0.contains("large") }
        for text in [
            "Built-in model", "4 GB", "Incomplete: a file is missing", "Cannot be run: it is no text model",
            "Its disk is not connected. Connect it to use the model.", "For new chats",
        ] { #expect(screen.contains(text), "\(text)") }
    }

    @Test func theHubIsNotAskedAnyMoreOnceTheWindowIsClosed() async throws {
        let test = try await TestApp()
        let (asked, cancelled) = (Recorded<String>(), Recorded<String>())
        let screen = try await open(test)
        test.models.tell { script in
            script.curated = { _ throws(EngineError) in
                asked.add("curated")
                do { try await Task.sleep(for: .seconds(3600)) } catch { cancelled.add("curated") }
                return []
            }
        }
        try screen.tap("Look for Models That Fit")
        try await screen.wait(for: "the question") { _ in asked.all == ["curated"] }
        screen.closeWindow()
        try await screen.wait(for: "its end") { _ in cancelled.all == ["curated"] }
        #expect(test.app.library.error == nil)
    }

    @Test func downloadsAreShownByTheirCommandAndByTheirNote() async throws {
        let test = try await TestApp()
        test.forbidsHub()
        let screen = test.launch()
        try screen.press("l", modifiers: [.option, .command])
        // The list beside it says that there are none, too.
        let words = "What you download from the library is shown here. It goes on when this window is closed."
        try await screen.wait(for: "the downloads") { $0.contains(words) }
        screen.closeWindow()
        #expect(!screen.contains(words))
        test.app.open(.downloads)
        try await screen.wait(for: "the downloads") { $0.contains(words) }
    }

    @Test func aModelIsMadeTheOneForNewChats() async throws {
        let test = try await TestApp()
        test.has(large)
        let screen = try await open(test)
        try await screen.wait(for: "the model") { $0.contains("large") }
        try screen.select("large")
        try screen.tap("Use for New Chats")
        #expect(test.app.settings.settings.defaultModel == "org/large")
        try screen.tap("Show in Finder")
        #expect(test.mac.citizen.shownInFinder == ["/models/large"])
    }

    @Test func deletingAsksFirst() async throws {
        let test = try await TestApp()
        test.has(large, linked)
        let deleted = Mutex<[String]>([])
        test.models.tell { script in
            script.delete = { name throws(EngineError) in
                deleted.withLock { $0.append(name) }
                return 1
            }
        }
        let screen = try await open(test)
        try await screen.wait(for: "the model") { $0.contains("large") }
        try screen.select("large")
        try screen.tap("Delete…")
        #expect(screen.dump().contains("Delete large? This frees 4 GB."))
        try screen.tap("Cancel")
        #expect(deleted.withLock { $0 }.isEmpty)
        try screen.tap("Delete…")
        try screen.tap("Delete")
        try await screen.wait(for: "its end") { _ in deleted.withLock { $0 } == ["org/large"] }
        try screen.select("mine")
        try screen.tap("Take off the List…")
        try screen.tap("Take off the List")
        try await screen.wait(for: "its end") { _ in deleted.withLock { $0.count } == 2 }
    }

    @Test func filesAreCheckedWithProgressAndItCanBeStopped() async throws {
        let test = try await TestApp()
        test.has(large)
        let (steps, continuation) = WorkSteps<[VerifiedFile]>.makeStream()
        test.models.tell { script in script.verify = { _ in steps } }
        let screen = try await open(test)
        try await screen.wait(for: "the model") { $0.contains("large") }
        try screen.select("large")
        try screen.tap("Check the Files")
        continuation.yield(.progress(done: 1, total: 2))
        try await screen.wait(for: "the progress") { $0.dump().contains("50 %") || $0.dump().contains("50%") }
        continuation.yield(.done([VerifiedFile(path: "a", bytes: 1, state: .damaged)]))
        continuation.finish()
        try await screen.wait(for: "the result") { $0.texts().contains { $0.hasPrefix("1 file is damaged") } }
        try await screen.wait(for: "the end") { _ in test.app.library.work == nil }
        let (endless, _) = WorkSteps<[VerifiedFile]>.makeStream()
        test.models.tell { script in script.verify = { _ in endless } }
        try screen.tap("Check the Files")
        try screen.tap("Stop")
        #expect(test.app.library.work == nil)
    }

    @Test func aCompanionIsPairedAndTakenAwayAgain() async throws {
        let test = try await TestApp()
        test.has(large, drafts)
        let pairs = Mutex<[String]>([])
        test.models.tell { script in
            script.pair = { model, companion throws(EngineError) in
                pairs.withLock { $0.append("\(model) \(companion)") }
            }
            script.unpair = { _ throws(EngineError) in
                pairs.withLock { $0 = [] }
                return true
            }
            script.folders = { _ throws(EngineError) in
                ModelFolders(
                    target: "/models/large",
                    companion: pairs.withLock { $0.isEmpty } ? .own : .folder("/models/drafts"))
            }
        }
        let screen = try await open(test)
        try await screen.wait(for: "the model") { $0.contains("large") }
        try screen.select("large")
        try screen.choose("Companion", "drafts")
        try await screen.wait(for: "the pair") { _ in test.app.library.companions["org/large"] == "org/drafts" }
        try screen.tap("Use No Paired Companion")
        try await screen.wait(for: "its end") { _ in test.app.library.companions.isEmpty }
    }

    @Test func aFolderIsLinkedOrCopied() async throws {
        let test = try await TestApp()
        let imports = Mutex<[String]>([])
        test.models.tell { script in
            script.importFolder = { folder, copy in
                imports.withLock { $0.append("\(folder) \(copy)") }
                return WorkSteps<InstalledModel> { continuation in
                    continuation.yield(.done(InstalledModel(name: "local/mine", folder: folder)))
                    continuation.finish()
                }
            }
        }
        let screen = try await open(test)
        try screen.choose("Add a Folder", "Link a Model’s Folder…")
        try screen.chooseFiles([URL(fileURLWithPath: "/mine")])
        try await screen.wait(for: "the result") { $0.contains("Added mine.") }
        try screen.choose("Add a Folder", "Copy a Model’s Folder…")
        try screen.cancelPanel()
        try screen.choose("Add a Folder", "Copy a Model’s Folder…")
        try screen.chooseFiles([URL(fileURLWithPath: "/mine")])
        #expect(imports.withLock { $0 } == ["/mine false", "/mine true"])
    }

    @Test func aPastedNameLeadsToItsPageAndADownloadWithoutTheCompanion() async throws {
        let test = try await TestApp()
        let screen = try await open(test)
        let pulled = Mutex<[String]>([])
        test.models.tell { script in
            script.pull = { request throws(EngineError) in
                pulled.withLock { $0.append(request.repository) }
                return MockDownload(request)
            }
        }
        try screen.type("https://huggingface.co/org/large", into: "Search, or owner/name")
        try screen.press(.return)
        try await screen.wait(for: "the page") { $0.texts().contains { $0.contains("4 GB to download") } }
        #expect(screen.texts().contains { $0.hasPrefix("It fits: it needs 4 GB of the 12 GB") })
        try screen.tap("Open Its Page: Files and License")
        #expect(test.mac.citizen.opened.map(\.absoluteString) == ["https://huggingface.co/org/large"])
        try screen.tap("With its companion, which makes it faster")
        try screen.tap("Download")
        try await screen.wait(for: "the download") { _ in pulled.withLock { $0 } == ["org/large"] }
        try await screen.wait(for: "the row") { $0.contains("Asking the hub…") }
        await screen.settle()
        #expect(pulled.withLock { $0 } == ["org/large"])
    }

    @Test func wordsAreSearchedAndWhatIsFoundIsOpened() async throws {
        let test = try await TestApp()
        let screen = try await open(test)
        test.models.tell { script in
            script.search = { words, _ throws(EngineError) in
                words == "nothing" ? [] : [HubHit(repository: "org/large", downloads: 1200, gated: true)]
            }
        }
        try screen.type("nothing", into: "Search, or owner/name")
        try screen.press(.return)
        try await screen.wait(for: "the news") { $0.contains("Nothing was found.") }
        try screen.type("large models", into: "Search, or owner/name")
        try screen.press(.return)
        try await screen.wait(for: "what was found") { $0.contains("org/large") }
        #expect(screen.contains("Has terms"))
        try screen.select("org/large")
        try await screen.wait(for: "the page") { $0.texts().contains { $0.contains("4 GB to download") } }
    }

    @Test func whatFitsThisMacIsLookedForWhenItIsWanted() async throws {
        let test = try await TestApp()
        let screen = try await open(test)
        try screen.tap("Look for Models That Fit")
        try await screen.wait(for: "the models") { $0.contains("Recommended for this Mac") }
        #expect(screen.contains("Small") && screen.contains("Large"))
    }

    @Test func offlineIsSaidWithAWayOn() async throws {
        let test = try await TestApp()
        let screen = try await open(test)
        let offline = EngineError(
            kind: .network, message: "the hub cannot be reached", detail: "", remedy: .checkNetwork)
        test.models.tell { script in script.show = { _, _ throws(EngineError) in throw offline } }
        try screen.type("org/large", into: "Search, or owner/name")
        try screen.press(.return)
        try await screen.wait(for: "the news") { $0.contains("The hub cannot be reached.") }
        try screen.tap("Network Settings…")
        #expect(test.mac.citizen.opened.count == 1)
        test.offersModels()
        try screen.tap("Try Again")
        try await screen.wait(for: "the page") { $0.texts().contains { $0.contains("4 GB to download") } }
    }

    @Test func aModelThatDoesNotFitIsLoadedAnywayAfterAQuestionWithTheNumbers() async throws {
        let test = try await TestApp()
        test.has(large)
        let memory = Mutex<UInt64>(0)
        test.engine.tell { script in
            script.load = { folders, anyway throws(EngineError) in
                guard anyway else {
                    throw EngineError(
                        kind: .doesNotFit, message: "it needs 20 GB of 12 GB", detail: "", remedy: .loadAnyway)
                }
                memory.withLock { $0 = 9 << 30 }
                return LoadedModel(
                    folder: folders.target, architecture: "x", context: 1, hasCompanion: false, device: "gpu",
                    weightBytes: 1)
            }
            script.memory = { () throws(EngineError) in
                MemoryUse(active: memory.withLock { $0 }, cached: 0, peak: 0)
            }
            script.unload = { () throws(EngineError) in memory.withLock { $0 = 0 } }
        }
        let screen = try await open(test)
        try await screen.wait(for: "the model") { $0.contains("large") }
        try screen.select("large")
        try screen.tap("Load Now")
        try await screen.wait(for: "the question") { $0.contains("It needs 20 GB of 12 GB.") }
        try screen.tap("Cancel")
        #expect(test.app.loader.state == .idle)
        try await screen.wait(for: "the end of the first try") { _ in !test.app.citizen.use.isBusy }
        try screen.tap("Load Now")
        try await screen.wait(for: "the question") { $0.contains("It needs 20 GB of 12 GB.") }
        try screen.tap("Load Anyway")
        try await screen.wait(for: "the model in memory") { $0.contains("4 GB, in memory") }
        try await screen.wait(for: "the end of loading") { $0.dump().contains("Free Its Memory") }
        try screen.tap("Free Its Memory")
        try await screen.wait(for: "the room") { $0.dump().contains("Load Now") }
    }
}
