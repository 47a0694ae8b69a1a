/// What is wrong with a catalogue for the sources that use it.
public struct CatalogueCheck {
    public static let languages = ["de", "es", "fr", "ja", "zh-Hans"]

    /// Keys that the sources have and the catalogue has not, with the English text where that is another.
    public private(set) var missing: [FoundKey] = []
    public private(set) var unused: [String] = []
    /// One line each.
    public private(set) var problems: [String] = []
    private let catalogue: StringCatalogue

    public init(_ catalogue: StringCatalogue, _ scanner: KeyScanner) {
        self.catalogue = catalogue
        var used: Set<String> = []
        var seen: Set<KeyPattern> = []
        let formats = catalogue.strings.keys.filter { $0.contains("%") }
        for found in scanner.keys where seen.insert(found.pattern).inserted {
            let candidates = found.pattern.isSure ? [found.pattern.guess] : formats
            let keys = candidates.filter { catalogue.strings[$0] != nil && found.pattern.matches($0) }
            used.formUnion(keys)
            if keys.isEmpty, found.pattern.hasWords { missing.append(found) }
        }
        unused = catalogue.strings.keys.filter { !used.contains($0) }.sorted()
        for lost in scanner.lost { problems.append("\(lost.file):\(lost.line): \(lost.why)") }
        for (key, entry) in catalogue.strings.sorted(by: { $0.key < $1.key }) { check(key, entry) }
    }

    private mutating func check(_ key: String, _ entry: StringCatalogue.Entry) {
        if entry.shouldTranslate == false { return }
        let english = entry.localizations?[catalogue.sourceLanguage]
        // A key that is no text has what is filled in in its English text alone.
        let source = FormatSpecifiers(key).list.isEmpty ? english?.stringUnit?.value ?? key : key
        if let english { check(key, source, english, in: catalogue.sourceLanguage) }
        for language in Self.languages {
            guard let localization = entry.localizations?[language] else {
                problems.append("\(language): no translation of “\(key)”")
                continue
            }
            check(key, source, localization, in: language)
            let needsPlural = english?.hasPlural == true && PluralRule.forms(of: language).count > 1
            if needsPlural, !localization.hasPlural { problems.append("\(language): no plural forms of “\(key)”") }
        }
    }

    private mutating func check(
        _ key: String, _ source: String, _ localization: StringCatalogue.Localization, in language: String
    ) {
        let check = TranslationCheck(key: key, english: source, language: language)
        problems += check.problems(in: localization).map { "\(language): \($0): “\(key)”" }
    }
}

extension StringCatalogue.Localization {
    var hasPlural: Bool { variations?.plural != nil || substitutions?.isEmpty == false }
}
