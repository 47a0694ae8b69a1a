/// Looks at one translation.
struct TranslationCheck {
    let key: String
    let english: String
    let language: String

    func problems(in localization: StringCatalogue.Localization) -> [String] {
        var problems: [String] = []
        let needed = FormatSpecifiers(isFormat ? english : "").kinds
        let units = localization.stringUnit.map { [$0] } ?? []
        let forms = localization.variations?.plural ?? [:]
        if units.isEmpty, forms.isEmpty { problems.append("nothing there") }
        for unit in units {
            problems += look(at: unit)
            problems += fit(unit.value, needed, localization.substitutions ?? [:])
        }
        if localization.variations?.plural != nil {
            if needed.count != 1 || ![.whole, .unsigned].contains(needed[1]) {
                problems.append("plural forms by themselves are for one whole number; use substitutions")
            }
            problems += plurals(forms) { name, text in
                // One and none may be said in words.
                let given = FormatSpecifiers(text)
                return given.kinds == needed && given.unknown.isEmpty || name == "one" && given.isEmpty
            }
        }
        for (name, substitution) in localization.substitutions ?? [:] {
            problems += plurals(substitution.variations.plural ?? [:]) { form, text in
                let given = FormatSpecifiers(text)
                let isOwn = form == "one" || given.list.contains { $0.kind == .own }
                return isOwn && given.unknown.isEmpty
                    && given.list.allSatisfy { $0.kind == .own || $0.isPlaced && needed[$0.place] == $0.kind }
            }
            let kind = needed[substitution.argNum ?? 1]
            let isWhole =
                kind == .whole && substitution.formatSpecifier == "lld"
                || kind == .unsigned && substitution.formatSpecifier == "llu"
            if !isWhole { problems.append("“\(name)” stands for no whole number of that kind") }
        }
        return problems
    }

    private var isFormat: Bool { !FormatSpecifiers(key).list.isEmpty || key != english }

    /// Whether what is filled in is that of the key.
    private func fit(
        _ text: String, _ needed: [Int: FormatSpecifiers.Kind],
        _ substitutions: [String: StringCatalogue.Substitution]
    ) -> [String] {
        guard isFormat else { return [] }
        let given = FormatSpecifiers(text)
        var places: [Int: FormatSpecifiers.Kind] = [:]
        for specifier in given.list {
            if specifier.kind == .substitution {
                guard let substitution = substitutions[specifier.name] else {
                    return ["“\(specifier.name)” is not told"]
                }
                let place = substitution.argNum ?? specifier.place
                places[place] = needed[place]
                // A form may hold the rest of the sentence, with what else is filled in.
                for form in (substitution.variations.plural ?? [:]).values {
                    for inner in FormatSpecifiers(form.stringUnit.value).list where inner.kind != .own {
                        places[inner.place] = inner.kind
                    }
                }
            } else {
                places[specifier.place] = specifier.kind
            }
        }
        let isMixed = !substitutions.isEmpty && given.list.contains { $0.kind != .substitution && !$0.isPlaced }
        var problems = places == needed && given.unknown.isEmpty ? [] : ["what is filled in is not that of the key"]
        if isMixed { problems.append("with substitutions, all else has a place: %1$@") }
        if Set(given.list.map(\.isPlaced)).count > 1 { problems.append("either all or none has a place: %1$@") }
        return problems
    }

    private func plurals(
        _ forms: [String: StringCatalogue.Form], _ fits: (_ form: String, _ text: String) -> Bool
    ) -> [String] {
        var problems: [String] = []
        let needed = PluralRule.forms(of: language)
        if Set(forms.keys) != needed {
            problems.append("plural forms must be \(needed.sorted().joined(separator: ", "))")
        }
        for (name, form) in forms.sorted(by: { $0.key < $1.key }) {
            problems += look(at: form.stringUnit)
            if !fits(name, form.stringUnit.value) { problems.append("“\(name)” does not fit what is filled in") }
        }
        return problems
    }

    private func look(at unit: StringCatalogue.Unit) -> [String] {
        let text = unit.value
        var problems: [String] = []
        if unit.state != "translated" { problems.append("its state is \(unit.state)") }
        if text.isEmpty { return problems + ["it is empty"] }
        if text.first?.isWhitespace == true || text.last?.isWhitespace == true || text.contains(/[ \u{A0}]{2}/) {
            problems.append("it has a space too many")
        }
        if text.contains(where: { "\"'".contains($0) }) { problems.append("it has a straight quotation mark") }
        let foreign: [String: String] = ["de": "”«»", "fr": "„“”", "ja": "„“”«»", "zh-Hans": "„«»"]
        if text.contains(where: { (foreign[language] ?? "").contains($0) }) {
            problems.append("it has quotation marks of another language")
        }
        return problems
    }
}
