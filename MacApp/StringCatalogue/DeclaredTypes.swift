/// The types that names are declared with, as far as the sources say so next to the name.
struct DeclaredTypes {
    /// Of the names of a file, for what stands alone.
    private var own: [String: String] = [:]
    /// Of all files, for members.
    private var members: [String: String] = [:]
    private static let known = [
        "Int": "%lld", "Int64": "%lld", "UInt": "%llu", "UInt64": "%llu", "Double": "%lf", "String": "%@",
        "Substring": "%@",
    ]

    init() {}

    /// Those of a file, among others.
    init(_ file: [Token], members: DeclaredTypes) {
        own = Self.types(in: file)
        self.members = members.members.merging(own) { $1 }
    }

    func adding(_ tokens: [Token]) -> DeclaredTypes {
        var all = self
        all.members.merge(Self.types(in: tokens)) { $1 }
        return all
    }

    private static func types(in tokens: [Token]) -> [String: String] {
        var types: [String: String] = [:]
        for place in tokens.indices.dropLast(2) {
            guard case .word(let name) = tokens[place] else { continue }
            if tokens[place + 1] == .mark(":"), case .word(let type) = tokens[place + 2] {
                if let specifier = known[type] { types[name] = specifier }
            } else if name == "let" || name == "var" {
                // What is given a value without a type hides a parameter of that name.
                for token in tokens[(place + 1)...].prefix(while: { $0 != .mark("=") && $0 != .mark(":") }).prefix(7) {
                    if case .word(let hidden) = token { types[hidden] = nil }
                }
            }
        }
        return types
    }

    /// That of the last name of a path or of the first of a sum: `list.running`, `seconds / 60`.
    func specifier(of source: String) -> String {
        let path = source.prefix { $0.isLetter || $0.isNumber || "._$?".contains($0) }
        // A call: what it gives is not known.
        if source.dropFirst(path.count).first == "(" { return path == "Int" ? "%lld" : "%@" }
        let names = path.split(separator: ".")
        return names.last.flatMap { (names.count > 1 ? members : own)[String($0)] } ?? "%@"
    }
}
