internal import TandemBindings

/// Which model to run, by folders.
public struct ModelFolders: Equatable, Hashable, Sendable {
    public enum Companion: Equatable, Hashable, Sendable {
        /// The one inside the target's own folder, if there is one.
        case own
        /// None: plain decoding.
        case none
        case folder(String)
    }

    public var target: String
    public var companion: Companion

    public init(target: String, companion: Companion = .own) {
        self.target = target
        self.companion = companion
    }
}

/// How tokens are chosen; what is `nil` is left to the model's maker.
public struct Sampling: Equatable, Sendable {
    public var temperature: Float?
    public var topK: UInt32?
    public var topP: Float?
    public var minP: Float?
    public var presencePenalty: Float?
    public var frequencyPenalty: Float?
    public var repetitionPenalty: Float?
    public var logitBias: [UInt32: Float] = [:]
    public var seed: UInt64?

    public init() {}
}

/// One request for an answer.
public struct AnswerRequest: Equatable, Sendable {
    public enum Prompt: Equatable, Sendable {
        /// A conversation: a JSON list of messages in the OpenAI form, and one of tools.
        case chat(messages: String, tools: String? = nil, thinking: Bool? = nil)
        /// Text given to the model as it is.
        case raw(String)
        case tokens([UInt32])
    }

    public enum Speculate: Equatable, Sendable {
        /// As the engine finds best.
        case auto
        case off
        /// Always so many drafts a round.
        case depth(UInt32)
    }

    public var model: ModelFolders
    public var prompt: Prompt
    public var maxTokens: UInt64?
    public var thinkBudget: UInt64?
    /// Leave out the beginning of a conversation that is too long, in place of refusing it.
    public var shorten = false
    public var stopRepetition = true
    public var sampling = Sampling()
    public var stops: [String] = []
    public var speculate = Speculate.auto
    /// The same text, token for token, however the engine speculates.
    public var exact = false
    /// A JSON object of what else the template gets.
    public var templateArguments: String?
    /// Another template than the model's own.
    public var template: String?

    public init(model: ModelFolders, prompt: Prompt) {
        self.model = model
        self.prompt = prompt
    }
}

extension ModelFolders {
    init(_ folders: TandemBindings.ModelFolders) {
        let companion: Companion =
            switch folders.companion {
            case .own: .own
            case .none: .none
            case .folder(let path): .folder(path)
            }
        self.init(target: folders.target, companion: companion)
    }

    var bridged: TandemBindings.ModelFolders {
        let companion: CompanionWish =
            switch companion {
            case .own: .own
            case .none: .none
            case .folder(let path): .folder(path: path)
            }
        return TandemBindings.ModelFolders(target: target, companion: companion)
    }
}

extension AnswerRequest {
    var bridged: TandemBindings.AnswerRequest {
        let wish: PromptWish =
            switch prompt {
            case .chat(let messages, let tools, let thinking):
                .chat(
                    messages: messages, tools: tools, thinking: thinking, templateArguments: templateArguments,
                    template: template)
            case .raw(let text): .raw(text: text)
            case .tokens(let tokens): .tokens(tokens: tokens)
            }
        let drafts: SpeculateWish =
            switch speculate {
            case .auto: .auto
            case .off: .off
            case .depth(let drafts): .depth(drafts: drafts)
            }
        return TandemBindings.AnswerRequest(
            model: model.bridged, prompt: wish, maxTokens: maxTokens, thinkBudget: thinkBudget, shorten: shorten,
            stopRepetition: stopRepetition, sampling: sampling.bridged, stops: stops, speculate: drafts, exact: exact)
    }
}

extension Sampling {
    var bridged: SamplingWish {
        SamplingWish(
            temperature: temperature, topK: topK, topP: topP, minP: minP, presencePenalty: presencePenalty,
            frequencyPenalty: frequencyPenalty, repetitionPenalty: repetitionPenalty,
            logitBias: logitBias.map { LogitBias(token: $0.key, bias: $0.value) }, seed: seed)
    }
}
