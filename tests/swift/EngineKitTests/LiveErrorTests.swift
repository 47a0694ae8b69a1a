import EngineKit
import Foundation
import TestHub
import Testing

extension Live {
    /// Each kind of error that can be brought about, from where it arises to Swift.
    struct ErrorTests {
        let home: LiveHome
        let secret = "a very private word"

        init() throws {
            home = try LiveHome()
        }

        /// Kinds that no test can bring about: MLX's own failures, a machine out of memory, faults of the program. A call
        /// that is cancelled has nobody left to tell; and what an engine does when it goes is cancelled, it stops only by
        /// a fault.
        private static let outOfReach: Set<EngineError.Kind> = [
            .backend, .outOfMemory, .internalFault, .cancelled, .stopped,
        ]

        @Test func everyKindOfErrorThatCanBeBroughtAboutArrives() async throws {
            var seen = Set<EngineError.Kind>()
            for errors in [
                try await ofRequests(), try await ofModels(), try await ofTheHub(), try await ofChats(),
            ] {
                for error in errors {
                    #expect(!error.message.isEmpty && !error.message.contains("\n"))
                    #expect(!"\(error)".contains(secret))
                    seen.insert(error.kind)
                }
            }
            #expect(seen.union(Self.outOfReach) == Set(EngineError.Kind.allCases))
            #expect(seen.isDisjoint(with: Self.outOfReach))
        }

        private func ofRequests() async throws -> [EngineError] {
            let engine = try await home.engine()
            let simple = try await question(engine, tokens: 8)

            var request = simple
            request.prompt = .chat(messages: "[{\"role\": \"user\", \"content\": \"\(secret)\"")
            let unreadable = try await failure(engine.answer(request))
            #expect(unreadable.kind == .invalidRequest && unreadable.remedy == .changeRequest)

            request = simple
            request.sampling.temperature = -1
            let senseless = try await failure(engine.answer(request))
            #expect(senseless.kind == .invalidRequest)

            request = simple
            request.prompt = .raw(String(repeating: "\(secret) ", count: 20_000))
            let long = try await failure(engine.answer(request))
            #expect(long.kind == .promptTooLong && long.remedy == .shorten)

            request = simple
            request.model = ModelFolders(target: home.path("none"))
            let missing = try await failure(engine.answer(request))
            #expect(missing.kind == .notFound && missing.remedy == .chooseModel)
            return [unreadable, senseless, long, missing]
        }

        private func ofModels() async throws -> [EngineError] {
            let engine = try await home.engine()
            let pocket = try await engine.models().folders(of: "pocket")
            let copy = home.folder.appendingPathComponent("copy")
            try FileManager.default.copyItem(at: URL(fileURLWithPath: pocket.target), to: copy)
            let model = ModelFolders(target: copy.path, companion: .none)
            let config = copy.appendingPathComponent("config.json")
            let text = try String(contentsOf: config, encoding: .utf8)
            let load = { (model: ModelFolders) in
                try await failure { () throws(EngineError) in try await engine.load(model, anyway: false) }
            }

            try "{".write(to: config, atomically: true, encoding: .utf8)
            let damaged = try await load(model)
            #expect(damaged.kind == .damagedModel && damaged.remedy == .fetchAgain)

            let foreign = text.replacingOccurrences(of: "qwen3_5", with: "other")
            try foreign.write(to: config, atomically: true, encoding: .utf8)
            let unsupported = try await load(model)
            #expect(unsupported.kind == .unsupportedModel && unsupported.remedy == .chooseModel)

            let other = checkout.appendingPathComponent("tests/references/small/dense-tied/companion").path
            let mismatch = try await load(ModelFolders(target: pocket.target, companion: .folder(other)))
            #expect(mismatch.kind == .companionMismatch && mismatch.remedy == .chooseCompanion)

            let small = try await home.engine { $0.memory = 1_000_000 }
            let large = try await failure { () throws(EngineError) in try await small.load(pocket, anyway: false) }
            #expect(large.kind == .doesNotFit && large.remedy == .loadAnyway)
            #expect(try await small.load(pocket, anyway: true).band == .refuse)
            return [damaged, unsupported, mismatch, large]
        }

        private func ofTheHub() async throws -> [EngineError] {
            let nobody = try await home.engine().models()
            let offline = try await failure { () throws(EngineError) in try await nobody.search("x", limit: 1) }
            #expect(offline.kind == .network && offline.remedy == .checkNetwork)
            let noToken = try await failure { () throws(EngineError) in try await nobody.keepToken("two words") }
            #expect(noToken.kind == .noAccess && noToken.remedy == .enterToken)

            let hub = try TestHub()
            let library = try await home.engine { $0.hub = hub.address }.models()
            let missing = try await failure { () throws(EngineError) in
                try await library.show("nobody/nothing", context: 1)
            }
            #expect(missing.kind == .hub && missing.remedy == .chooseModel)
            let noName = try await failure { () throws(EngineError) in
                try await library.pull(DownloadRequest(repository: "no name"))
            }
            #expect(noName.kind == .invalidRequest)

            for name in ["some/gated", "some/huge"] {
                try hub.tell("put \(name) \(checkout.path)/models/pocket/companion")
            }
            try hub.tell("gate some/gated")
            try hub.tell("swell some/huge")
            let gated = try await end(of: library.pull(DownloadRequest(repository: "some/gated")))
            #expect(gated.kind == .noAccess && gated.remedy == .acceptTerms)
            let huge = try await end(of: library.pull(DownloadRequest(repository: "some/huge")))
            #expect(huge.kind == .noSpace && huge.remedy == .freeSpace)
            return [offline, noToken, missing, noName, gated, huge]
        }

        private func end(of download: any DownloadProtocol) async throws -> EngineError {
            for await progress in download.progress() {
                if case .failed(let error) = progress.phase { return error }
            }
            throw UnexpectedSuccess()
        }

        private func ofChats() async throws -> [EngineError] {
            let chats = try await home.engine().chats()
            let missing = try await failure { () throws(EngineError) in try await chats.chat(99) }
            #expect(missing.kind == .notFound)
            var new = NewChat()
            new.parameters = "[\(secret)"
            let malformed = try await failure { [new] () throws(EngineError) in try await chats.create(new) }
            #expect(malformed.kind == .invalidRequest)

            let foreign = home.folder.appendingPathComponent("foreign")
            try FileManager.default.createDirectory(at: foreign, withIntermediateDirectories: true)
            let file = foreign.appendingPathComponent("chats.sqlite")
            try String(repeating: "no database ", count: 1000).write(to: file, atomically: true, encoding: .utf8)
            let damaged = try await home.engine { $0.home = foreign.path }.chats()
            let noStore = try await failure { () throws(EngineError) in try await damaged.create(NewChat()) }
            #expect(noStore.kind == .chats)

            let blocked = try await home.engine { $0.home = file.path }
            let noFolder = try await failure { () throws(EngineError) in try await blocked.chats() }
            #expect(noFolder.kind == .files && noFolder.remedy == .chooseFolder)
            return [missing, malformed, noStore, noFolder]
        }
    }
}
