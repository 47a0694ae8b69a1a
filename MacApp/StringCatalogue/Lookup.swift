extension StringCatalogue {
    /// What is filled into a format: text and numbers.
    public typealias Arguments = [any CVarArg & Sendable]

    /// The format for a key in a language, with its plurals chosen; `nil` where the language has none.
    public func format(_ key: String, in language: String, _ arguments: Arguments) -> String? {
        guard let localization = strings[key]?.localizations?[language] else { return nil }
        if let forms = localization.variations?.plural {
            return Self.form(forms, for: arguments.first, in: language)
        }
        guard var format = localization.stringUnit?.value else { return nil }
        for (name, substitution) in localization.substitutions ?? [:] {
            let place = substitution.argNum ?? 1
            let argument = arguments.indices.contains(place - 1) ? arguments[place - 1] : nil
            let text = Self.form(substitution.variations.plural ?? [:], for: argument, in: language) ?? ""
            let filled = text.replacing("%arg", with: "%\(place)$\(substitution.formatSpecifier)")
            for mark in ["%#@\(name)@", "%\(place)$#@\(name)@"] { format = format.replacing(mark, with: filled) }
        }
        return format
    }

    private static func form(_ forms: [String: Form], for argument: (any CVarArg)?, in language: String) -> String? {
        let number = (argument as? any BinaryInteger).map { Int64(clamping: $0) } ?? 0
        return (forms[PluralRule.form(of: number, in: language)] ?? forms["other"])?.stringUnit.value
    }
}
