import Core
import EngineKit
import Testing

@Suite struct ChatParametersTests {
    private let model = ModelFolders(target: "/m")

    @Test func theNamesAreThoseOfTheCommandLine() {
        let json = """
            {"think":"on","speculate":"3","max_tokens":9,"think_budget":8,"top_k":7,"seed":6,"temperature":0.5,"top_p":0.9,
            "min_p":0.1,"presence_penalty":1.5,"repetition_penalty":1.25,"frequency_penalty":-0.5}
            """
        let request = ChatParameters(json: json).request(model: model, messages: "[]", settings: Settings())
        #expect(request.prompt == .chat(messages: "[]", thinking: true) && request.speculate == .depth(3))
        #expect(request.maxTokens == 9 && request.thinkBudget == 8)
        var sampling = Sampling()
        (sampling.topK, sampling.seed, sampling.temperature, sampling.topP, sampling.minP) = (7, 6, 0.5, 0.9, 0.1)
        (sampling.presencePenalty, sampling.repetitionPenalty, sampling.frequencyPenalty) = (1.5, 1.25, -0.5)
        #expect(request.sampling == sampling)
    }

    @Test func whereTheChatSaysNothingTheAppDoes() {
        var settings = Settings()
        (settings.thinking, settings.speculation) = (.auto, .off)
        let request = ChatParameters().request(model: model, messages: "[]", settings: settings)
        #expect(request.prompt == .chat(messages: "[]", thinking: nil) && request.speculate == .off)
        #expect(request.sampling == Sampling() && request.maxTokens == nil)
    }

    @Test func whatIsOutOfRangeOrUnknownIsKeptAndNotUsed() {
        let json = #"{"future":[1],"min_p":2,"seed":-1,"speculate":"99","think":"perhaps","top_k":"many"}"#
        var parameters = ChatParameters(json: json)
        #expect(parameters[.minP] == nil && parameters[.seed] == nil && parameters[.topK] == nil)
        #expect(parameters.speculation == nil && parameters.thinking == nil && parameters.json == json)
        parameters.thinking = .off
        #expect(parameters.json == json.replacing(#""perhaps""#, with: #""off""#))
        #expect(ChatParameters(json: "nonsense").json == "{}")
    }

    @Test func aLargeSeedIsUsedAndKept() {
        let json = #"{"future":12345678901234567890,"seed":18446744073709551615}"#
        var parameters = ChatParameters(json: json)
        #expect(parameters[.seed] == .max && parameters.json == json)
        parameters[.seed] = .max - 1
        #expect(parameters.json == #"{"future":12345678901234567890,"seed":18446744073709551614}"#)
    }

    @Test func whatIsNoNumberTakesNothingWithIt() {
        var parameters = ChatParameters(json: #"{"min_p":0.5,"top_k":3}"#)
        parameters[.temperature] = .nan
        parameters[.minP] = .nan
        #expect(parameters.json == #"{"top_k":3}"#)
        #expect(JSONValue.object(["a": .number(.infinity), "b": .integer(1)]).text == #"{"a":null,"b":1}"#)
    }

    @Test func whatIsSetIsWithinTheRange() {
        var parameters = ChatParameters()
        for number in ChatParameters.Number.allCases {
            parameters[number] = 1e9
            #expect(parameters[number] == number.range.upperBound)
            parameters[number] = nil
        }
        for count in ChatParameters.Count.allCases {
            parameters[count] = 5
            #expect(parameters[count] == 5)
            parameters[count] = nil
        }
        parameters.speculation = .depth(2)
        #expect(parameters.json == #"{"speculate":"2"}"#)
        parameters.speculation = nil
        parameters.thinking = nil
        #expect(parameters.json == "{}")
    }
}
