/// The plural forms of CLDR for whole numbers, in the languages of the app.
public enum PluralRule {
    /// The forms a language needs. `many` is for whole millions: "1 000 000 de".
    public static func forms(of language: String) -> Set<String> {
        switch root(of: language) {
        case "ja", "zh": ["other"]
        case "fr", "es": ["one", "many", "other"]
        default: ["one", "other"]
        }
    }

    public static func form(of number: Int64, in language: String) -> String {
        let magnitude = number.magnitude
        return switch root(of: language) {
        case "ja", "zh": "other"
        case "fr":
            magnitude < 2 ? "one" : magnitude.isMultiple(of: 1_000_000) ? "many" : "other"
        case "es":
            magnitude == 1 ? "one" : magnitude > 0 && magnitude.isMultiple(of: 1_000_000) ? "many" : "other"
        default: magnitude == 1 ? "one" : "other"
        }
    }

    private static func root(of language: String) -> Substring {
        language.prefix { $0 != "-" && $0 != "_" }
    }
}
