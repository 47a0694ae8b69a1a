/// What the app's own types and functions take as a key: whatever is declared as a `LocalizedStringKey`.
struct OwnRules {
    private(set) var rules: Set<KeyRules.Rule> = []

    init(_ tokens: [Token]) {
        // The types that are open, with the depth of braces at which they began.
        var types: [(name: String, depth: Int)] = []
        var waiting: String?
        var depth = 0
        for place in tokens.indices {
            switch tokens[place] {
            case .mark("{"):
                depth += 1
                if let name = waiting { types.append((name, depth)) }
                waiting = nil
            case .mark("}"):
                if types.last?.depth == depth { types.removeLast() }
                depth -= 1
            case .word(let word) where ["struct", "class", "enum", "extension", "actor"].contains(word):
                if place + 1 < tokens.count, case .word(let name) = tokens[place + 1] { waiting = name }
            case .word("init"):
                if let name = types.last?.name { takeParameters(name, tokens, after: place) }
            case .word("func"):
                if place + 1 < tokens.count, case .word(let name) = tokens[place + 1] {
                    takeParameters(name, tokens, after: place + 1)
                }
            case .word(let word) where word == "let" || word == "var":
                guard place + 3 < tokens.count, case .word(let name) = tokens[place + 1],
                    tokens[place + 2] == .mark(":"), tokens[place + 3] == .word("LocalizedStringKey"),
                    let type = types.last?.name
                else { continue }
                rules.insert(.init(callee: type, label: name))
            default: break
            }
        }
    }

    private mutating func takeParameters(_ callee: String, _ tokens: [Token], after place: Int) {
        guard let open = tokens[place...].firstIndex(of: .mark("(")), open - place < 12 else { return }
        let list = CallArguments(tokens, open: open).list
        for (index, parameter) in list.enumerated() {
            // `label name: Type` or, taken apart as an argument is, `name: Type`.
            var words = parameter.label.map { [Token.word($0)] } ?? []
            words += parameter.tokens.prefix { $0 != .mark(":") }
            let type =
                parameter.label == nil
                ? Array(parameter.tokens.drop { $0 != .mark(":") }.dropFirst()) : parameter.tokens
            guard type.first == .word("LocalizedStringKey") else { continue }
            let label = parameter.label ?? { if case .word(let word)? = words.first { word } else { "" } }()
            if label == "_" {
                if index == 0 { rules.insert(.init(callee: callee, label: nil)) }
            } else {
                rules.insert(.init(callee: callee, label: label))
            }
        }
    }
}

/// The literals that are the value of something declared as a key.
enum Body {
    /// `place` is where the type stands: after `->`, or after the colon of a declaration.
    static func literals(after place: Int, in tokens: [Token]) -> [Literal] {
        guard place > 0, place + 1 < tokens.count else { return [] }
        let isResult = place > 1 && tokens[place - 1] == .mark(">") && tokens[place - 2] == .mark("-")
        let isDeclared = tokens[place - 1] == .mark(":")
        guard isResult || isDeclared else { return [] }
        var next = place + 1
        if tokens[next] == .mark("?") { next += 1 }
        guard next < tokens.count else { return [] }
        if tokens[next] == .mark("="), next + 1 < tokens.count, case .literal(let literal) = tokens[next + 1] {
            return [literal]
        }
        return tokens[next] == .mark("{") ? values(in: tokens, open: next) : []
    }

    /// Literals in the braces that are in no parentheses, and no pattern of a `case`.
    private static func values(in tokens: [Token], open: Int) -> [Literal] {
        var (braces, parentheses) = (0, 0)
        var found: [Literal] = []
        for place in open..<tokens.count {
            switch tokens[place] {
            case .mark("{"): braces += 1
            case .mark("}"):
                braces -= 1
                if braces == 0 { return found }
            case .mark("("), .mark("["): parentheses += 1
            case .mark(")"), .mark("]"): parentheses -= 1
            case .literal(let literal) where parentheses == 0:
                let before = tokens[place - 1]
                let isPattern =
                    before == .word("case") || before == .mark(",") || before == .mark("=")
                    || place + 1 < tokens.count && [.mark(","), .mark("=")].contains(tokens[place + 1])
                let isCase = place + 1 < tokens.count && tokens[place + 1] == .mark(":") && before != .mark("?")
                if !isPattern, !isCase { found.append(literal) }
            default: break
            }
        }
        return found
    }
}
