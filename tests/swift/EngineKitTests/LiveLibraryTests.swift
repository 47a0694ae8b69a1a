import EngineKit
import Foundation
import TestHub
import Testing

extension Live {
    struct LibraryTests {
        let home: LiveHome

        init() throws {
            home = try LiveHome()
        }

        @Test func aFolderIsImportedVerifiedAndDeleted() async throws {
            let engine = try await home.engine()
            let library = engine.models()
            let pocket = checkout.appendingPathComponent("models/pocket")
            let (copied, told) = try await result(
                library.importFolder(pocket.appendingPathComponent("target").path, copy: true))
            #expect(copied.owned && copied.state == .whole && copied.role == .model && told > 0)
            let (linked, _) = try await result(
                library.importFolder(pocket.appendingPathComponent("companion").path, copy: false))
            #expect(linked.role == .companion)
            #expect(try await Set(library.list().models.map(\.name)) == [copied.name, linked.name])
            try await library.pair(copied.name, with: linked.name)
            let folders = try await library.folders(of: copied.name)
            #expect(folders == ModelFolders(target: copied.folder, companion: .folder(linked.folder)))
            #expect(try await library.checkUp().isEmpty)

            let weights = URL(fileURLWithPath: copied.folder).appendingPathComponent("model.safetensors")
            let handle = try FileHandle(forUpdating: weights.resolvingSymlinksInPath())
            try handle.seek(toOffset: 1_000_000)
            try handle.write(contentsOf: Data([1, 2, 3, 4, 5]))
            try handle.close()
            let (files, _) = try await result(library.verify(copied.name))
            #expect(files.filter { $0.state == .damaged }.map(\.path) == ["model.safetensors"])
            #expect(try await !library.checkUp().isEmpty)
            #expect(try await library.delete(copied.name) > 0)
            #expect(try await library.list().models.map(\.name) == [linked.name])
        }

        @Test func whoStopsReadingStopsTheWork() async throws {
            let engine = try await home.engine()
            let library = engine.models()
            let folder = checkout.appendingPathComponent("models/pocket/target").path
            for try await step in library.importFolder(folder, copy: true) {
                guard case .progress = step else { continue }
                break
            }
            // The work ends where it next tells how far it is; nothing of it is left then.
            let (models, _) = try await result(library.importFolder(folder, copy: false))
            #expect(models.name.hasPrefix("local/") || !models.name.isEmpty)

            var bench = BenchRequest(model: try await library.folders(of: "pocket"))
            bench.promptTokens = 32
            bench.generate = 8
            bench.repetitions = 1_000
            for try await step in engine.bench(bench) {
                guard case .progress = step else { continue }
                break
            }
            #expect(try await follow(engine.answer(question(engine, tokens: 4))).account.tokens.answer > 0)
        }

        @Test func placesAreChosenAddedAndRemoved() async throws {
            let engine = try await home.engine { $0.modelsFolder = nil }
            let library = engine.models()
            #expect(try await !library.hasChosenFolder())
            let other = home.path("other")
            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
            try await library.chooseFolder(other)
            #expect(try await library.hasChosenFolder() && library.modelsFolder != other)
            let next = engine.models()
            #expect(next.modelsFolder == other)
            let added = home.path("added")
            try FileManager.default.createDirectory(atPath: added, withIntermediateDirectories: true)
            try await next.addPlace(added)
            let places = try await next.places()
            #expect(places.first == ModelPlace(folder: other, kind: .downloads))
            #expect(places.last?.kind == .added && places.last?.present == true)
            #expect(try await next.removePlace(added))
            #expect(try await !next.removePlace(added))
            try await next.chooseFolder(nil)
            #expect(try await !next.hasChosenFolder())
        }

        @Test func aTokenIsKeptAndForgotten() async throws {
            let library = try await home.engine().models()
            #expect(try await !library.hasToken())
            try await library.keepToken("hf_something")
            #expect(try await library.hasToken())
            try await library.keepToken(nil)
            #expect(try await !library.hasToken())
        }

        @Test func theBuiltInModelIsShownWithItsCompanionAndWhetherItFits() async throws {
            let library = try await home.engine { $0.memory = 8 << 30 }.models()
            #expect(library.machine == MachineMemory(total: 8 << 30, forModels: 6 << 30))
            let offer = try await library.show("pocket", context: 2048)
            #expect(offer.role == .model && offer.band == .safe)
            let memory = try #require(offer.memory)
            #expect(memory.total == memory.weights + memory.companion + memory.cache + memory.states + memory.working)
            guard case .fits(let companion)? = offer.installedCompanion else {
                Issue.record("it drafts with \(String(describing: offer.installedCompanion))")
                return
            }
            #expect(companion.role == .companion)
        }

        @Test func speedIsMeasuredAtSeveralDepths() async throws {
            let engine = try await home.engine()
            var bench = BenchRequest(model: try await engine.models().folders(of: "pocket"))
            bench.promptTokens = 32
            bench.generate = 16
            bench.depths = [0, 2]
            bench.repetitions = 1
            let (report, told) = try await result(engine.bench(bench))
            #expect(told > 0 && report.runs.map(\.depth) == [0, 2])
            #expect(report.runs.allSatisfy { $0.tokensPerSecond > 0 && !$0.rowsCost.isEmpty })
            #expect(report.runs[1].tokensPerRound > 1)
        }

        @Test func aPromptIsMeasuredWithoutLoadingItsModel() async throws {
            let engine = try await home.engine()
            var request = try await question(engine, tokens: 8)
            let short = try await engine.measure(request)
            #expect(short.tokens > 5 && short.context > short.tokens)
            request.prompt = .raw(String(repeating: "word ", count: 20_000))
            let long = try await engine.measure(request)
            #expect(long.tokens > long.context && !long.warnings.isEmpty)
            #expect(try await engine.memory().active < 1_000_000)
        }

        @Test func aTitleIsMadeOrGivenUp() async throws {
            let engine = try await home.engine()
            let model = try await engine.models().folders(of: "pocket")
            let subject = TitleSubject(question: "Where do otters live?", answer: "By rivers and the sea.")
            // The built-in model may find none; that is no error.
            if let title = try await engine.title(of: subject, model: model) { #expect(title.count <= 80) }
            let endless = try await endlessQuestion(engine)
            let answer = Task { for try await _ in engine.answer(endless) {} }
            let title = Task { try await engine.title(of: subject, model: model) }
            title.cancel()
            #expect(try await title.value == nil)
            answer.cancel()
            _ = await answer.result
        }
    }
}
