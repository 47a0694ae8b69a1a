import EngineKit
import Foundation
import Observation

/// The models on this Mac and on the hub.
@Observable @MainActor
public final class ModelLibraryStore {
    /// Something that takes a while, for one model.
    public struct Work: Equatable, Sendable {
        public let model: String
        public internal(set) var fraction: Double

        mutating func advance(_ done: UInt64, of total: UInt64) {
            if total > 0 { fraction = max(fraction, min(1, Double(done) / Double(total))) }
        }
    }

    public private(set) var installed: [InstalledModel] = []
    /// One line for each place that could not be read.
    public private(set) var notices: [String] = []
    public private(set) var curated: [CuratedModel] = []
    public private(set) var offers: [String: ModelOffer] = [:]
    public private(set) var recommendation: ModelRecommendation?
    public private(set) var query = ModelQuery.nothing
    public private(set) var hits: [HubHit] = []
    public private(set) var page: ModelPage?
    public private(set) var isLooking = false
    /// What drafts for a model, by the model's name, as far as that was read.
    public private(set) var companions: [String: String] = [:]
    /// The repository whose page is asked for.
    public private(set) var opening: String?
    /// Whether the curated models are asked about.
    public private(set) var isRecommending = false
    public private(set) var work: Work?
    /// What the last work came to.
    public private(set) var result: String?
    public private(set) var error: EngineError?
    /// Why only what was known before is in the list.
    public private(set) var listFailure: EngineError?
    /// The folder of the model in memory.
    public var loadedFolder: String?

    @ObservationIgnored private let library: any ModelLibraryProtocol
    @ObservationIgnored private var working: OwnedTask?
    @ObservationIgnored private var refreshes = 0
    /// For texts of so many tokens a model's memory is counted.
    private static let context: UInt64 = 8192

    public init(_ library: any ModelLibraryProtocol) {
        self.library = library
    }

    public func rows(defaultModel: String, paired: Set<String> = []) -> [ModelRow] {
        let builtIn = ModelRow.builtIn(
            isDefault: defaultModel == ModelNames.builtIn,
            isLoaded: loadedFolder != nil && !installed.contains { $0.folder == loadedFolder })
        return [builtIn]
            + installed.map {
                ModelRow(
                    $0, isDefault: $0.name == defaultModel, isLoaded: $0.folder == loadedFolder,
                    isPaired: paired.contains($0.name))
            }
    }

    /// The models that can answer: what the model switch offers.
    public var usable: [String] {
        [ModelNames.builtIn] + installed.filter { $0.state == .whole && $0.role.runs }.map(\.name)
    }

    public func dismissError() { error = nil }

    /// Reads the list anew. Of several at once the last one counts.
    public func refresh() async {
        refreshes += 1
        let refresh = refreshes
        do throws(EngineError) {
            let listing = try await library.list()
            guard refresh == refreshes else { return }
            installed = listing.models
            notices = listing.notices
            listFailure = nil
        } catch {
            guard refresh == refreshes else { return }
            (self.error, listFailure) = (error, error)
        }
    }

    /// Looks for what fits this Mac. The hub need not answer: then there is no recommendation, and no error.
    public func recommend() async {
        isRecommending = true
        defer { isRecommending = false }
        guard let known = try? await library.curated("") else { return }
        curated = known
        var pairs: [(CuratedModel, ModelOffer)] = []
        for model in known where model.available == true {
            guard !Task.isCancelled else { return }
            if let offer = try? await library.show(model.repository, context: Self.context) {
                offers[model.repository] = offer
                pairs.append((model, offer))
            }
        }
        recommendation = ModelRecommendation.best(of: pairs)
    }

    /// What the first run says of models.
    public var onboarding: Onboarding.Recommendation {
        if let recommendation { return recommendation.onboarding }
        let isOffline = curated.allSatisfy { $0.available == nil }
        return isOffline ? .offline(suggested: nil) : .nothingFits
    }

    /// Looks up or searches for what stands in the search field.
    public func look(for text: String) async {
        let query = ModelQuery(text)
        self.query = query
        (hits, page, error, opening) = ([], nil, nil, nil)
        isLooking = query != .nothing
        do throws(EngineError) {
            switch query {
            case .nothing: break
            case .repository(let name):
                let offer = try await library.show(name, context: Self.context)
                guard query == self.query else { return }
                show(offer)
            case .words(let words):
                let found = try await library.search(words, limit: 50)
                guard query == self.query else { return }
                hits = found
            }
        } catch {
            // What was asked before may fail after what was asked last.
            guard query == self.query else { return }
            if !Task.isCancelled { self.error = error }
        }
        isLooking = false
    }

    /// Shows the page of a repository that was found or is recommended; the list stays as it is.
    public func open(_ repository: String) async {
        (opening, page, error) = (repository, nil, nil)
        do throws(EngineError) {
            let offer = try await library.show(repository, context: Self.context)
            guard opening == repository else { return }
            show(offer)
        } catch {
            guard opening == repository else { return }
            if !Task.isCancelled { self.error = error }
        }
        opening = nil
    }

    /// The page of a repository that was asked about before; the hub is not asked again.
    public func knownPage(of repository: String) -> ModelPage? {
        offers[repository].map { ModelPage($0, machine: library.machine) }
    }

    /// Curated models that can run, with their pages.
    public var recommended: [(model: CuratedModel, page: ModelPage)] {
        curated.compactMap { model in knownPage(of: model.repository).map { (model, $0) } }
    }

    private func show(_ offer: ModelOffer) {
        offers[offer.repository] = offer
        page = ModelPage(offer, machine: library.machine)
    }

    /// What to ask before a model is deleted.
    public func deletion(of name: String) -> String? {
        installed.first { $0.name == name && $0.owned }.map { ModelWords.delete(name, $0.bytes) }
    }

    /// What to ask before a model that Tandem did not fetch is listed no more.
    public func removal(of name: String) -> String {
        String(localized: "Take \(ModelNames.shown(name)) off the list? Its files stay where they are.")
    }

    /// Installed models that could draft for another one.
    public var companionsInstalled: [String] {
        installed.filter { $0.role == .companion && $0.state == .whole }.map(\.name)
    }

    /// Reads which of the installed models drafts for a model. The hub is not asked.
    public func readCompanion(of name: String) async {
        guard let folders = try? await library.folders(of: name) else { return }
        if case .folder(let folder) = folders.companion {
            companions[name] = installed.first { $0.folder == folder }?.name ?? folder
        } else {
            companions[name] = nil
        }
    }

    public func delete(_ name: String) async {
        await attempt { library throws(EngineError) in _ = try await library.delete(name) }
    }

    public func pair(_ model: String, with companion: String) async {
        await attempt { library throws(EngineError) in try await library.pair(model, with: companion) }
        await readCompanion(of: model)
    }

    public func unpair(_ model: String) async {
        await attempt { library throws(EngineError) in _ = try await library.unpair(model) }
        await readCompanion(of: model)
    }

    /// Reads every byte of a model again.
    public func verify(_ name: String) {
        start(name, library.verify(name)) { ModelWords.verified($0) }
    }

    public func importFolder(_ folder: String, copy: Bool) {
        start(folder, library.importFolder(folder, copy: copy)) {
            String(localized: "Added \(ModelNames.shown($0.name)).")
        }
    }

    public func stopWork() {
        working?.cancel()
        (working, work) = (nil, nil)
    }

    private func start<Value: Sendable>(
        _ model: String, _ steps: WorkSteps<Value>, _ words: @escaping @Sendable (Value) -> String
    ) {
        stopWork()
        (work, result, error) = (Work(model: model, fraction: 0), nil, nil)
        let task = Task { [weak self] in
            do {
                for try await step in steps {
                    guard let self, !Task.isCancelled else { return }
                    switch step {
                    case .progress(let done, let total):
                        work?.advance(done, of: total)
                    case .done(let value): result = words(value)
                    }
                }
            } catch {
                guard !Task.isCancelled else { return }
                self?.error = error as? EngineError
            }
            guard !Task.isCancelled else { return }
            self?.work = nil
            await self?.refresh()
        }
        working = OwnedTask(task)
    }

    private func attempt(_ change: (any ModelLibraryProtocol) async throws(EngineError) -> Void) async {
        do throws(EngineError) { try await change(library) } catch { self.error = error }
        await refresh()
    }
}
