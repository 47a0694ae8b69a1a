import EngineKit

/// The options of one chat, in the names under which the command line keeps them too. What is not known, or is out of
/// range, is kept and not used.
public struct ChatParameters: Equatable, Sendable {
    /// A number that tokens are chosen by.
    public enum Number: String, CaseIterable, Sendable {
        case temperature, topP = "top_p", minP = "min_p", presencePenalty = "presence_penalty"
        case frequencyPenalty = "frequency_penalty", repetitionPenalty = "repetition_penalty"

        /// What the engine takes.
        public var range: ClosedRange<Double> {
            switch self {
            case .temperature: 0...100
            case .topP: 0.001...1
            case .minP: 0...1
            case .presencePenalty, .frequencyPenalty: -100...100
            case .repetitionPenalty: 0.001...100
            }
        }
    }

    /// A count.
    public enum Count: String, CaseIterable, Sendable {
        case maxTokens = "max_tokens", thinkBudget = "think_budget", topK = "top_k", seed
    }

    private var values: [String: JSONValue]

    public init() {
        values = [:]
    }

    /// From a chat's JSON; of what is no object nothing is used.
    public init(json: String) {
        values = JSONValue.object(in: json) ?? [:]
    }

    public var json: String { JSONValue.object(values).text }

    public subscript(_ number: Number) -> Double? {
        get { values[number.rawValue]?.number.flatMap { number.range ~= $0 ? $0 : nil } }
        set {
            values[number.rawValue] = newValue.flatMap {
                $0.isNaN ? nil : .number(min(max($0, number.range.lowerBound), number.range.upperBound))
            }
        }
    }

    public subscript(_ count: Count) -> UInt64? {
        get { values[count.rawValue]?.count }
        set { values[count.rawValue] = newValue.map { JSONValue(count: $0) } }
    }

    /// `nil` where the chat has none of its own.
    public var thinking: ThinkingChoice? {
        get { values["think"]?.string.flatMap(ThinkingChoice.init(rawValue:)) }
        set { values["think"] = newValue.map { .string($0.rawValue) } }
    }

    public var speculation: SpeculationChoice? {
        get { values["speculate"]?.string.flatMap(SpeculationChoice.init(word:)) }
        set { values["speculate"] = newValue.map { .string($0.word) } }
    }

    /// Others, with what was changed here since `base`.
    func changes(since base: ChatParameters, in others: ChatParameters) -> ChatParameters {
        var result = others
        for name in Set(values.keys).union(base.values.keys) where values[name] != base.values[name] {
            result.values[name] = values[name]
        }
        return result
    }

    /// A request for an answer with these options, and the app's own where the chat has none. `name` is the model's.
    public func request(
        model: ModelFolders, name: String? = nil, messages: String, settings: Settings
    ) -> AnswerRequest {
        var request = AnswerRequest(
            model: model, prompt: .chat(messages: messages, thinking: (thinking ?? settings.thinking).wish))
        request.maxTokens = self[.maxTokens]
        request.thinkBudget = self[.thinkBudget]
        request.sampling.temperature = self[.temperature].map(Float.init)
        request.sampling.topK = self[.topK].map { UInt32(clamping: $0) }
        request.sampling.topP = self[.topP].map(Float.init)
        request.sampling.minP = self[.minP].map(Float.init)
        request.sampling.presencePenalty = self[.presencePenalty].map(Float.init)
        request.sampling.frequencyPenalty = self[.frequencyPenalty].map(Float.init)
        request.sampling.repetitionPenalty = self[.repetitionPenalty].map(Float.init)
        request.sampling.seed = self[.seed]
        request.speculate =
            switch speculation ?? name.map({ settings.speculation(of: $0, model) }) ?? settings.speculation {
            case .auto: .auto
            case .off: .off
            case .depth(let depth): .depth(UInt32(clamping: depth))
            }
        return request
    }
}
