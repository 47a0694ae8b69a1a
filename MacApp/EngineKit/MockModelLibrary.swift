/// Models for tests: each call does what it was told to, and fails when it was told nothing; what cannot fail ends the
/// test's process then.
public final class MockModelLibrary: ModelLibraryProtocol {
    /// What each call does.
    public struct Script: Sendable {
        public var list: (@Sendable () async throws(EngineError) -> ModelListing)?
        public var folders: (@Sendable (String) async throws(EngineError) -> ModelFolders)?
        public var show: (@Sendable (String, UInt64) async throws(EngineError) -> ModelOffer)?
        public var curated: (@Sendable (String) async throws(EngineError) -> [CuratedModel])?
        public var search: (@Sendable (String, UInt32) async throws(EngineError) -> [HubHit])?
        public var pull: (@Sendable (DownloadRequest) async throws(EngineError) -> any DownloadProtocol)?
        public var unfinished: (@Sendable () async throws(EngineError) -> [DownloadRequest])?
        public var importFolder: (@Sendable (String, Bool) -> WorkSteps<InstalledModel>)?
        public var split: (@Sendable (String, String) async throws(EngineError) -> UInt64)?
        public var keepCompanion: (@Sendable (String, String, String) async throws(EngineError) -> InstalledModel)?
        public var pair: (@Sendable (String, String) async throws(EngineError) -> Void)?
        public var unpair: (@Sendable (String) async throws(EngineError) -> Bool)?
        public var verify: (@Sendable (String) -> WorkSteps<[VerifiedFile]>)?
        public var delete: (@Sendable (String) async throws(EngineError) -> UInt64)?
        public var checkUp: (@Sendable () async throws(EngineError) -> [ModelFinding])?
        public var modelsFolder: String?
        public var hasChosenFolder: (@Sendable () async throws(EngineError) -> Bool)?
        public var chooseFolder: (@Sendable (String?) async throws(EngineError) -> Void)?
        public var places: (@Sendable () async throws(EngineError) -> [ModelPlace])?
        public var addPlace: (@Sendable (String) async throws(EngineError) -> Void)?
        public var removePlace: (@Sendable (String) async throws(EngineError) -> Bool)?
        public var machine: MachineMemory??
        public var hasToken: (@Sendable () async throws(EngineError) -> Bool)?
        public var keepToken: (@Sendable (String?) async throws(EngineError) -> Void)?

        public init() {}
    }

    private let script: MockScript<Script>

    public init(_ script: Script = Script()) {
        self.script = MockScript(script)
    }

    public func tell(_ change: @Sendable (inout Script) -> Void) {
        script.tell(change)
    }

    public func list() async throws(EngineError) -> ModelListing {
        try await script.told(\.list, "list")()
    }

    public func folders(of model: String) async throws(EngineError) -> ModelFolders {
        try await script.told(\.folders, "folders")(model)
    }

    public func show(_ name: String, context: UInt64) async throws(EngineError) -> ModelOffer {
        try await script.told(\.show, "show")(name, context)
    }

    public func curated(_ words: String) async throws(EngineError) -> [CuratedModel] {
        try await script.told(\.curated, "curated")(words)
    }

    public func search(_ words: String, limit: UInt32) async throws(EngineError) -> [HubHit] {
        try await script.told(\.search, "search")(words, limit)
    }

    public func pull(_ request: DownloadRequest) async throws(EngineError) -> any DownloadProtocol {
        try await script.told(\.pull, "pull")(request)
    }

    public func unfinished() async throws(EngineError) -> [DownloadRequest] {
        try await script.told(\.unfinished, "unfinished")()
    }

    public func importFolder(_ folder: String, copy: Bool) -> WorkSteps<InstalledModel> {
        guard let importFolder = script[\.importFolder] else { return .untold("importFolder") }
        return importFolder(folder, copy)
    }

    public func split(_ folder: String, into out: String) async throws(EngineError) -> UInt64 {
        try await script.told(\.split, "split")(folder, out)
    }

    public func keepCompanion(
        of release: String, in folder: String, for model: String
    ) async throws(EngineError) -> InstalledModel {
        try await script.told(\.keepCompanion, "keepCompanion")(release, folder, model)
    }

    public func pair(_ model: String, with companion: String) async throws(EngineError) {
        try await script.told(\.pair, "pair")(model, companion)
    }

    public func unpair(_ model: String) async throws(EngineError) -> Bool {
        try await script.told(\.unpair, "unpair")(model)
    }

    public func verify(_ model: String) -> WorkSteps<[VerifiedFile]> {
        guard let verify = script[\.verify] else { return .untold("verify") }
        return verify(model)
    }

    public func delete(_ model: String) async throws(EngineError) -> UInt64 {
        try await script.told(\.delete, "delete")(model)
    }

    public func checkUp() async throws(EngineError) -> [ModelFinding] {
        try await script.told(\.checkUp, "checkUp")()
    }

    public var modelsFolder: String { script.must(\.modelsFolder, "modelsFolder") }

    public func hasChosenFolder() async throws(EngineError) -> Bool {
        try await script.told(\.hasChosenFolder, "hasChosenFolder")()
    }

    public func chooseFolder(_ folder: String?) async throws(EngineError) {
        try await script.told(\.chooseFolder, "chooseFolder")(folder)
    }

    public func places() async throws(EngineError) -> [ModelPlace] {
        try await script.told(\.places, "places")()
    }

    public func addPlace(_ folder: String) async throws(EngineError) {
        try await script.told(\.addPlace, "addPlace")(folder)
    }

    public func removePlace(_ folder: String) async throws(EngineError) -> Bool {
        try await script.told(\.removePlace, "removePlace")(folder)
    }

    public var machine: MachineMemory? { script.must(\.machine, "machine") }

    public func hasToken() async throws(EngineError) -> Bool {
        try await script.told(\.hasToken, "hasToken")()
    }

    public func keepToken(_ token: String?) async throws(EngineError) {
        try await script.told(\.keepToken, "keepToken")(token)
    }
}
