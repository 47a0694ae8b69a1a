/// The first run. Nothing in it is needed to begin: the built-in model answers at once and offline.
public struct Onboarding: Equatable, Sendable {
    public enum Step: String, CaseIterable, Sendable { case welcome, model, hotKey = "hot-key", login, done }

    public enum Event: Sendable {
        case next, back
        /// Goes on without what this step offers.
        case skip
        /// Goes to the end without the rest.
        case skipAll
        case chooseModel(String)
        case chooseHotKey(KeyCombination, HotKeyVerdict)
        case launchAtLogin(Bool)
        case recommend(Recommendation)
    }

    public enum Effect: Equatable, Sendable {
        case download(String)
        case cancelDownload(String)
        case setHotKey(KeyCombination?)
        case setLaunchAtLogin(Bool)
        /// Where to go on after a restart.
        case keep(Step)
    }

    /// What is known about models for this Mac.
    public enum Recommendation: Equatable, Sendable {
        /// The hub was not asked yet: that takes the user's word.
        case notAsked
        case looking
        /// The hub cannot be reached; what would fit is told all the same.
        case offline(suggested: String?)
        case model(name: String, title: String, bytes: UInt64, companionBytes: UInt64)
        /// None of the known models fits this memory.
        case nothingFits
    }

    public private(set) var step: Step
    public private(set) var recommendation = Recommendation.notAsked
    public private(set) var model: String?
    /// The model whose download was begun here.
    public private(set) var downloading: String?
    public private(set) var hotKey: KeyCombination?
    /// Why the last hot key was not taken, or what to know about it.
    public private(set) var hotKeyMessage: String?
    public private(set) var launchesAtLogin = false
    /// Login items need an installed app; where there is none, that step is left out.
    private let canLaunchAtLogin: Bool

    /// What was set before the first run began: skipping leaves it so.
    private let hotKeyBefore: KeyCombination?
    private let launchedAtLoginBefore: Bool

    public init(
        from step: Step = .welcome, canLaunchAtLogin: Bool = true, hotKey: KeyCombination? = nil,
        launchesAtLogin: Bool = false
    ) {
        (self.hotKey, hotKeyBefore) = (hotKey, hotKey)
        (self.launchesAtLogin, launchedAtLoginBefore) = (launchesAtLogin, launchesAtLogin)
        self.step = step == .login && !canLaunchAtLogin ? .done : step
        self.canLaunchAtLogin = canLaunchAtLogin
    }

    public var isDone: Bool { step == .done }
    public var canGoBack: Bool { step != .welcome && !isDone }

    public mutating func apply(_ event: Event) -> [Effect] {
        guard !isDone else { return [] }
        switch event {
        case .recommend(let recommendation):
            self.recommendation = recommendation
            return []
        case .chooseModel(let name):
            if step == .model { model = name }
            return []
        case .chooseHotKey(let combination, let verdict):
            if step == .hotKey { take(combination, verdict) }
            return []
        case .launchAtLogin(let wanted):
            if step == .login { launchesAtLogin = wanted }
            return []
        case .back:
            guard canGoBack else { return [] }
            step = neighbour(-1)
            return [.keep(step)]
        case .next: return leave()
        case .skip:
            forget()
            return leave()
        case .skipAll:
            step = .done
            return [.keep(.done)]
        }
    }

    private mutating func take(_ combination: KeyCombination, _ verdict: HotKeyVerdict) {
        switch verdict {
        case .free: (hotKey, hotKeyMessage) = (combination, nil)
        case .warned(let warning): (hotKey, hotKeyMessage) = (combination, warning)
        case .refused(let why): (hotKey, hotKeyMessage) = (nil, why)
        }
    }

    private mutating func forget() {
        switch step {
        case .model: model = nil
        case .hotKey: (hotKey, hotKeyMessage) = (hotKeyBefore, nil)
        case .login: launchesAtLogin = launchedAtLoginBefore
        case .welcome, .done: break
        }
    }

    private mutating func leave() -> [Effect] {
        var effects: [Effect] = []
        switch step {
        case .model where model != downloading:
            // The user went back and chose again.
            if let downloading { effects.append(.cancelDownload(downloading)) }
            if let model { effects.append(.download(model)) }
            downloading = model
        case .hotKey: effects.append(.setHotKey(hotKey))
        case .login: effects.append(.setLaunchAtLogin(launchesAtLogin))
        case .welcome, .model, .done: break
        }
        step = neighbour(1)
        return effects + [.keep(step)]
    }

    private func neighbour(_ way: Int) -> Step {
        let steps = Step.allCases.filter { $0 != .login || canLaunchAtLogin }
        guard let place = steps.firstIndex(of: step), steps.indices.contains(place + way) else { return step }
        return steps[place + way]
    }
}
