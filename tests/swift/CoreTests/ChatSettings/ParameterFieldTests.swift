import Core
import Foundation
import Testing

@Suite struct ParameterFieldTests {
    private func taken(_ text: String, _ field: ParameterField) throws(ParameterField.Problem) -> String? {
        var parameters = ChatParameters()
        try field.take(text, in: &parameters)
        return field.text(in: parameters)
    }

    @Test(arguments: [("0.7", "0.7"), ("0,7", "0.7"), (" 1 ", "1"), ("٠٫٥", "0.5"), ("1.", "1"), (".25", "0.25")])
    func numbersAreTakenInAnyDigits(_ text: String, _ shown: String) throws {
        #expect(try taken(text, .number(.temperature)) == shown)
    }

    @Test func aMinusIsTakenHoweverItIsWritten() throws {
        #expect(try taken("−1.5", .number(.presencePenalty)) == "-1.5")
        #expect(try taken("-1,5", .number(.frequencyPenalty)) == "-1.5")
    }

    @Test(arguments: ["", "x", "1.000,5", "1.2.3", "nan", "inf", "0x10p"])
    func whatIsNoNumberIsRefused(_ text: String) {
        #expect(throws: ParameterField.Problem.noNumber) { try taken(text, .number(.temperature)) }
    }

    @Test func whatIsOutOfRangeIsRefusedAndTheRangeIsTold() {
        for field in ParameterField.all where field != .count(.seed) {
            #expect(throws: ParameterField.Problem.outOfRange) { try taken("-101", field) }
            #expect(field.words(.outOfRange) == field.rangeWords)
        }
        #expect(throws: ParameterField.Problem.outOfRange) { try taken("0", .count(.maxTokens)) }
        #expect(throws: ParameterField.Problem.outOfRange) { try taken("18446744073709551616", .count(.seed)) }
        #expect(throws: ParameterField.Problem.notWhole) { try taken("1.5", .count(.topK)) }
        #expect(ParameterField.number(.topP).rangeWords == "From 0.001 to 1.")
    }

    @Test func wholeNumbersKeepEveryDigit() throws {
        #expect(try taken("18446744073709551615", .count(.seed)) == "18446744073709551615")
        #expect(try taken("４２", .count(.topK)) == "42")
    }

    @Test func whatEachBeginsWithIsInItsRangeAndGoesAgain() throws {
        for field in ParameterField.all {
            var parameters = ChatParameters()
            field.begin(in: &parameters)
            let text = try #require(field.text(in: parameters))
            #expect(try taken(text, field) == text)
            field.clear(in: &parameters)
            #expect(parameters == ChatParameters() && field.text(in: parameters) == nil)
            #expect(!field.title.isEmpty && !field.explanation.isEmpty)
        }
        #expect(ParameterField.all.count == ChatParameters.Number.allCases.count + ChatParameters.Count.allCases.count)
        #expect(Set(ParameterField.all.map(\.title)).count == ParameterField.all.count)
    }

    @Test func everyChoiceOfDraftingHasANameOfItsOwn() {
        #expect(SpeculationChoice.all.count == 10 && Set(SpeculationChoice.all.map(\.title)).count == 10)
        #expect(SpeculationChoice.all.allSatisfy { !$0.explanation.isEmpty })
        #expect(Set(ThinkingChoice.allCases.map(\.title)).count == 3)
    }
}
