/// The types that names are declared with, as far as the sources say so next to the name.
struct DeclaredTypes {
    struct Specifier: Equatable {
        let text: String
        /// Whether the name is declared in this way alone.
        var isSure: Bool
    }

    private enum Declared {
        case nowhereElse(String?)
        case otherwise(String?)

        var text: String? {
            switch self {
            case .nowhereElse(let text), .otherwise(let text): text
            }
        }

        func and(_ other: Declared) -> Declared {
            switch (self, other) {
            case (.nowhereElse(let one), .nowhereElse(let two)) where one == two: self
            default: .otherwise(text ?? other.text)
            }
        }
    }

    /// Of the names of a file, for what stands alone.
    private var own: [String: Declared] = [:]
    /// Of all files, for members.
    private var members: [String: Declared] = [:]
    private static let specifiers = [
        "Int": "%lld", "Int64": "%lld", "UInt": "%llu", "UInt64": "%llu", "Double": "%lf", "String": "%@",
        "Substring": "%@",
    ]

    init() {}

    /// Those of a file, among others.
    init(_ file: [Token], members: DeclaredTypes) {
        own = Self.types(in: file)
        self.members = members.members
    }

    func adding(_ tokens: [Token]) -> DeclaredTypes {
        var all = self
        all.members.merge(Self.types(in: tokens)) { $0.and($1) }
        return all
    }

    private static func types(in tokens: [Token]) -> [String: Declared] {
        var types: [String: Declared] = [:]
        func declare(_ name: String, _ specifier: String?) {
            let declared = Declared.nowhereElse(specifier)
            types[name] = types[name]?.and(declared) ?? declared
        }
        for place in tokens.indices.dropLast(2) {
            guard case .word(let name) = tokens[place] else { continue }
            if tokens[place + 1] == .mark(":"), case .word(let type) = tokens[place + 2] {
                // The text of an optional is not the text.
                let isOptional = tokens.indices.contains(place + 3) && tokens[place + 3] == .mark("?")
                declare(name, isOptional ? nil : specifiers[type])
            } else if name == "let" || name == "var" {
                // What is given a value without a type may be anything.
                for token in tokens[(place + 1)...].prefix(while: { $0 != .mark("=") && $0 != .mark(":") }).prefix(7) {
                    if case .word(let unknown) = token { declare(unknown, nil) }
                }
            }
        }
        return types
    }

    /// That of the last name of a path or of the first of a sum: `list.running`, `seconds / 60`; `nil` if it is not known.
    func specifier(of source: String) -> Specifier? {
        let path = source.prefix { $0.isLetter || $0.isNumber || "._$?".contains($0) }
        // A call: what it gives is not known.
        if source.dropFirst(path.count).first == "(" {
            return path == "Int" ? Specifier(text: "%lld", isSure: true) : nil
        }
        let names = path.split(separator: ".")
        switch names.last.flatMap({ (names.count > 1 ? members : own)[String($0)] }) {
        case .nowhereElse(let text?): return Specifier(text: text, isSure: true)
        case .otherwise(let text?): return Specifier(text: text, isSure: false)
        default: return nil
        }
    }
}
