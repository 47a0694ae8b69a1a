/// A literal that is a key, and where it stands.
public struct FoundKey: Equatable, Sendable {
    public let pattern: KeyPattern
    public let file: String
    public let line: Int
}

/// A literal that looks like a key and is none, so that nobody would ever see its translation.
public struct LostWords: Equatable, Sendable {
    public let file: String
    public let line: Int
    public let why: String
}

/// Finds the keys in Swift sources.
public struct KeyScanner {
    public private(set) var keys: [FoundKey] = []
    public private(set) var lost: [LostWords] = []

    private var types = DeclaredTypes()

    /// Sources by name. Whether something is a view is told by the folder: `MacApp/Core` has none.
    public init(_ sources: [(file: String, text: String)]) {
        let files = sources.map { (file: $0.file, tokens: SwiftTokens($0.text).tokens) }
        // The app's own views take keys too.
        var views = KeyRules.views
        for file in files { views.rules.formUnion(OwnRules(file.tokens).rules) }
        let everywhere = files.reduce(DeclaredTypes()) { $0.adding($1.tokens) }
        for file in files {
            types = DeclaredTypes(file.tokens, members: everywhere)
            let isCore = file.file.contains("/Core/")
            scan(file.tokens, file.file, isCore ? .core : views)
        }
    }

    private mutating func scan(_ tokens: [Token], _ file: String, _ rules: KeyRules) {
        for place in tokens.indices {
            guard case .word(let word) = tokens[place] else { continue }
            if word == "LocalizedStringKey" || word == "LocalizedStringResource" {
                take(Body.literals(after: place, in: tokens), file)
            }
            guard place + 1 < tokens.count, tokens[place + 1] == .mark("(") else { continue }
            // A declaration is no call.
            if place > 0, tokens[place - 1] == .word("func") { continue }
            for (index, argument) in CallArguments(tokens, open: place + 1).list.enumerated() {
                let isKey =
                    argument.label.map { rules.rules.contains(.init(callee: word, label: $0)) }
                    ?? (index == 0 && rules.rules.contains(.init(callee: word, label: nil)))
                guard isKey else { continue }
                let isValue = word == "String" || word == "LocalizedStringResource"
                let text =
                    isValue ? CallArguments(tokens, open: place + 1).list.first { $0.label == "defaultValue" } : nil
                take(argument, text, file)
            }
        }
    }

    private mutating func take(_ argument: CallArguments.Argument, _ text: CallArguments.Argument?, _ file: String) {
        switch argument.shape {
        case .other: break
        case .keys(let literals):
            for literal in literals where !literal.isEmpty {
                var english: Literal?
                if case .keys(let literals)? = text?.shape { english = literals.first }
                keys.append(
                    .init(pattern: KeyPattern(literal, text: english, types: types), file: file, line: literal.line))
            }
        case .mixed(let line):
            lost.append(
                .init(
                    file: file, line: line,
                    why:
                        "the literal stands beside a String or an operator, which makes it no key: use String(localized:)"
                ))
        }
    }

    private mutating func take(_ literals: [Literal], _ file: String) {
        for literal in literals where !literal.isEmpty {
            keys.append(.init(pattern: KeyPattern(literal, types: types), file: file, line: literal.line))
        }
    }
}
