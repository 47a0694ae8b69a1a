internal import TandemBindings

/// What to measure.
public struct BenchRequest: Equatable, Sendable {
    public var model: ModelFolders
    public var promptTokens: UInt64 = 512
    /// Tokens to generate in each run, at least 2.
    public var generate: UInt64 = 128
    /// Drafts a round to try; 0 is plain decoding.
    public var depths: [UInt32] = [0, 1, 2, 3]
    /// Runs at each depth.
    public var repetitions: UInt32 = 3

    public init(model: ModelFolders) {
        self.model = model
    }
}

/// The measurements.
public struct BenchReport: Equatable, Sendable {
    /// At one depth, medians over the repetitions.
    public struct Run: Equatable, Sendable {
        /// Drafts a round.
        public var depth: UInt64
        public var tokensPerSecond = 0.0
        public var promptTokensPerSecond = 0.0
        /// Share of the drafts that were accepted.
        public var acceptance = 0.0
        /// Share of the rounds in which the first draft was accepted, the second, and so on.
        public var acceptedByPosition: [Double] = []
        /// Tokens a verify pass brought on average.
        public var tokensPerRound = 0.0
        /// Seconds that a pass of 1, 2, … rows takes.
        public var rowsCost: [Double] = []
        /// Seconds of the companion's work a round.
        public var draftSeconds = 0.0
        /// Seconds a round in which the device waited for the host.
        public var hostSeconds = 0.0
        /// Bytes.
        public var peakMemory: UInt64 = 0

        public init(depth: UInt64) {
            self.depth = depth
        }
    }

    /// The same depth with drafts from likely tokens and from all.
    public struct Vocabulary: Equatable, Sendable {
        /// How many likely tokens there are.
        public var tokens: UInt64
        public var acceptance: Double
        public var acceptanceOfAll: Double
        /// Seconds of the drafts of a round with likely tokens.
        public var draftSeconds: Double
        /// Tokens a second with likely tokens, by those with all.
        public var gain: Double

        public init(
            tokens: UInt64, acceptance: Double, acceptanceOfAll: Double, draftSeconds: Double, gain: Double
        ) {
            self.tokens = tokens
            self.acceptance = acceptance
            self.acceptanceOfAll = acceptanceOfAll
            self.draftSeconds = draftSeconds
            self.gain = gain
        }
    }

    /// `gpu` or `cpu`.
    public var device: String
    /// The target's folder.
    public var model: String
    /// One a depth, in the order asked for.
    public var runs: [Run]
    /// The depth with the most tokens a second.
    public var bestDepth: UInt64
    /// At the best depth.
    public var vocabulary: Vocabulary?

    public init(device: String, model: String, runs: [Run], bestDepth: UInt64, vocabulary: Vocabulary? = nil) {
        self.device = device
        self.model = model
        self.runs = runs
        self.bestDepth = bestDepth
        self.vocabulary = vocabulary
    }
}

extension BenchRequest {
    var bridged: BenchWish {
        BenchWish(
            model: model.bridged, promptTokens: promptTokens, generate: generate, depths: depths,
            repetitions: repetitions)
    }
}

extension BenchReport {
    init(_ account: BenchAccount) {
        self.init(
            device: account.device, model: account.model, runs: account.runs.map { Run($0) },
            bestDepth: account.bestDepth,
            vocabulary: account.draftVocabulary.map {
                Vocabulary(
                    tokens: $0.tokens, acceptance: $0.acceptance, acceptanceOfAll: $0.acceptanceOfAll,
                    draftSeconds: $0.draftSeconds, gain: $0.gain)
            })
    }
}

extension BenchReport.Run {
    init(_ run: BenchRunAccount) {
        self.init(depth: run.depth)
        tokensPerSecond = run.tokensPerSecond
        promptTokensPerSecond = run.promptTokensPerSecond
        acceptance = run.acceptance
        acceptedByPosition = run.acceptedByPosition
        tokensPerRound = run.tokensPerRound
        rowsCost = run.rowsCost
        draftSeconds = run.draftSeconds
        hostSeconds = run.hostSeconds
        peakMemory = run.peakMemory
    }
}
