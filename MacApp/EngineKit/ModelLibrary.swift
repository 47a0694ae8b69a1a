internal import TandemBindings

/// The models on this machine and on the hub.
public protocol ModelLibraryProtocol: Sendable {
    func list() async throws(EngineError) -> ModelListing
    /// The folders to load for a model by name (`pocket` is the built-in one), with the companion that drafts for it.
    func folders(of model: String) async throws(EngineError) -> ModelFolders
    /// What a repository is and whether it fits, for texts of `context` tokens. Without the hub, what is here.
    func show(_ name: String, context: UInt64) async throws(EngineError) -> ModelOffer
    /// The curated models that match a few words. The hub need not answer.
    func curated(_ words: String) async throws(EngineError) -> [CuratedModel]
    /// Repositories on the hub that match a few words.
    func search(_ words: String, limit: UInt32) async throws(EngineError) -> [HubHit]

    /// Starts a download, or goes on with it; one that runs already is not started twice. What goes wrong on the way is
    /// told by its progress.
    func pull(_ request: DownloadRequest) async throws(EngineError) -> any DownloadProtocol
    /// Downloads that an earlier run left unfinished; ``pull(_:)`` goes on with them.
    func unfinished() async throws(EngineError) -> [DownloadRequest]

    /// Makes a folder's model known, by a link or by a copy.
    func importFolder(_ folder: String, copy: Bool) -> WorkSteps<InstalledModel>
    /// Writes the companion inside a model's folder into a folder of its own; the bytes written.
    func split(_ folder: String, into out: String) async throws(EngineError) -> UInt64
    /// Takes the companion out of a fetched release, keeps it as a model of its own and pairs it with `model`.
    func keepCompanion(of release: String, in folder: String, for model: String) async throws(EngineError)
        -> InstalledModel
    func pair(_ model: String, with companion: String) async throws(EngineError)
    /// Forgets the pair of a model; `true` if there was one.
    func unpair(_ model: String) async throws(EngineError) -> Bool
    /// Reads every byte of a model again.
    func verify(_ model: String) -> WorkSteps<[VerifiedFile]>
    /// Deletes a model that Tandem fetched; the bytes that this freed.
    func delete(_ model: String) async throws(EngineError) -> UInt64
    /// What is wrong with the models on this machine.
    func checkUp() async throws(EngineError) -> [ModelFinding]

    /// The folder that downloads go to.
    var modelsFolder: String { get }
    /// Whether the user has chosen that folder.
    func hasChosenFolder() async throws(EngineError) -> Bool
    /// Chooses it, or with `nil` the usual one. ``LiveEngine/models()`` gives the library of that folder from then on.
    func chooseFolder(_ folder: String?) async throws(EngineError)
    /// Every folder that models are looked for in, the one that downloads go to first.
    func places() async throws(EngineError) -> [ModelPlace]
    func addPlace(_ folder: String) async throws(EngineError)
    /// Lists the models of a folder no more; `true` if it was listed.
    func removePlace(_ folder: String) async throws(EngineError) -> Bool

    /// This machine's memory, where it is known.
    var machine: MachineMemory? { get }
    /// Whether the hub is asked with a token.
    func hasToken() async throws(EngineError) -> Bool
    /// Keeps a token of the hub, or removes it, and asks with it from now on.
    func keepToken(_ token: String?) async throws(EngineError)
}

/// The models of this process's engine. Keep one: a download that runs is known only to the one that started it.
public final class LiveModelLibrary: ModelLibraryProtocol {
    private let models: Models

    init(_ models: Models) {
        self.models = models
    }

    public func list() async throws(EngineError) -> ModelListing {
        ModelListing(try await translating { try await models.list() })
    }

    public func folders(of model: String) async throws(EngineError) -> ModelFolders {
        ModelFolders(try await translating { try await models.folders(name: model) })
    }

    public func show(_ name: String, context: UInt64) async throws(EngineError) -> ModelOffer {
        ModelOffer(try await translating { try await models.show(name: name, context: context) })
    }

    public func curated(_ words: String) async throws(EngineError) -> [CuratedModel] {
        try await translating { try await models.curated(words: words) }.map { CuratedModel($0) }
    }

    public func search(_ words: String, limit: UInt32) async throws(EngineError) -> [HubHit] {
        try await translating { try await models.search(words: words, most: limit) }.map { HubHit($0) }
    }

    public func pull(_ request: DownloadRequest) async throws(EngineError) -> any DownloadProtocol {
        try LiveDownload(request, from: models)
    }

    public func unfinished() async throws(EngineError) -> [DownloadRequest] {
        try await translating { try await models.unfinished() }.map { DownloadRequest($0) }
    }

    public func importFolder(_ folder: String, copy: Bool) -> WorkSteps<InstalledModel> {
        workSteps { [models] listener in
            InstalledModel(try await models.importFolder(folder: folder, copy: copy, listener: listener))
        }
    }

    public func split(_ folder: String, into out: String) async throws(EngineError) -> UInt64 {
        try await translating { try await models.split(folder: folder, out: out) }
    }

    public func keepCompanion(
        of release: String, in folder: String, for model: String
    ) async throws(EngineError) -> InstalledModel {
        InstalledModel(
            try await translating {
                try await models.keepCompanion(release: release, folder: folder, model: model)
            })
    }

    public func pair(_ model: String, with companion: String) async throws(EngineError) {
        try await translating { try await models.pair(model: model, companion: companion) }
    }

    public func unpair(_ model: String) async throws(EngineError) -> Bool {
        try await translating { try await models.unpair(model: model) }
    }

    public func verify(_ model: String) -> WorkSteps<[VerifiedFile]> {
        workSteps { [models] listener in
            try await models.verify(name: model, listener: listener).map { VerifiedFile($0) }
        }
    }

    public func delete(_ model: String) async throws(EngineError) -> UInt64 {
        try await translating { try await models.delete(name: model) }
    }

    public func checkUp() async throws(EngineError) -> [ModelFinding] {
        try await translating { try await models.checkUp() }.map {
            ModelFinding(problem: $0.problem, what: $0.what, advice: $0.advice)
        }
    }

    public var modelsFolder: String { models.modelsFolder() }

    public func hasChosenFolder() async throws(EngineError) -> Bool {
        try await translating { try await models.hasChosenFolder() }
    }

    public func chooseFolder(_ folder: String?) async throws(EngineError) {
        try await translating { try await models.chooseFolder(folder: folder) }
    }

    public func places() async throws(EngineError) -> [ModelPlace] {
        try await translating { try await models.places() }.map { ModelPlace($0) }
    }

    public func addPlace(_ folder: String) async throws(EngineError) {
        try await translating { try await models.addFolder(folder: folder) }
    }

    public func removePlace(_ folder: String) async throws(EngineError) -> Bool {
        try await translating { try await models.removeFolder(folder: folder) }
    }

    public var machine: MachineMemory? {
        models.machine().map { MachineMemory(total: $0.memory, forModels: $0.forModels) }
    }

    public func hasToken() async throws(EngineError) -> Bool {
        try await translating { try await models.hasToken() }
    }

    public func keepToken(_ token: String?) async throws(EngineError) {
        try await translating { try await models.keepToken(token: token) }
    }
}
