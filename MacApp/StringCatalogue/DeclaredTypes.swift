/// The types that names are declared with, as far as the sources say so next to the name.
struct DeclaredTypes {
    private var specifiers: [String: String] = [:]
    private static let known = [
        "Int": "%lld", "Int64": "%lld", "UInt": "%llu", "UInt64": "%llu", "Double": "%lf", "String": "%@",
        "Substring": "%@",
    ]

    /// With what a file declares, which goes before what others do.
    func adding(_ tokens: [Token]) -> DeclaredTypes {
        var all = self
        for place in tokens.indices.dropLast(2) {
            guard case .word(let name) = tokens[place], tokens[place + 1] == .mark(":"),
                case .word(let type) = tokens[place + 2], let specifier = Self.known[type]
            else { continue }
            all.specifiers[name] = specifier
        }
        return all
    }

    /// That of the last name of a path or of the first of a sum: `list.running`, `seconds / 60`.
    func specifier(of source: String) -> String {
        let path = source.prefix { $0.isLetter || $0.isNumber || "._$?".contains($0) }
        // A call: what it gives is not known.
        if source.dropFirst(path.count).first == "(" { return path == "Int" ? "%lld" : "%@" }
        return path.split(separator: ".").last.flatMap { specifiers[String($0)] } ?? "%@"
    }
}
