/// What a call is given.
struct CallArguments {
    struct Argument {
        enum Shape: Equatable {
            /// Nothing but literals, perhaps one of two.
            case keys([Literal])
            /// A literal with something else.
            case mixed(line: Int)
            case other
        }

        let label: String?
        let tokens: [Token]

        var shape: Shape {
            let top = CallArguments.top(tokens)
            let literals = top.compactMap { if case .literal(let literal) = $0 { literal } else { nil } }
            guard let first = literals.first, literals.contains(where: { !$0.isEmpty }) else { return .other }
            if top.count == 1 { return .keys(literals) }
            let branches = CallArguments.branches(top)
            guard let branches else {
                return top.first == .literal(first) ? .mixed(line: first.line) : unless(first, top)
            }
            let isEach = branches.allSatisfy { if case .literal = $0.first { $0.count == 1 } else { false } }
            if isEach {
                return .keys(branches.flatMap { $0 }.compactMap { if case .literal(let it) = $0 { it } else { nil } })
            }
            let isAny = branches.contains { if case .literal = $0.first { true } else { false } }
            return isAny ? .mixed(line: first.line) : .other
        }

        /// `name ?? "None"` is a String; a comparison is no text at all.
        private func unless(_ first: Literal, _ top: [Token]) -> Shape {
            let place = top.firstIndex(of: .literal(first)) ?? 0
            let isOtherwise = place > 1 && top[place - 1] == .mark("?") && top[place - 2] == .mark("?")
            return isOtherwise ? .mixed(line: first.line) : .other
        }
    }

    let list: [Argument]

    /// `open` is where the parenthesis is.
    init(_ tokens: [Token], open: Int) {
        var list: [Argument] = []
        var part: [Token] = []
        var depth = 0
        func finish() {
            guard !part.isEmpty else { return }
            if part.count > 1, case .word(let label) = part[0], part[1] == .mark(":") {
                list.append(Argument(label: label, tokens: Array(part.dropFirst(2))))
            } else {
                list.append(Argument(label: nil, tokens: part))
            }
            part = []
        }
        for token in tokens[(open + 1)...] {
            if case .mark(let mark) = token {
                if "([{".contains(mark) { depth += 1 }
                if ")]}".contains(mark) { depth -= 1 }
                if depth < 0 { break }
                if mark == ",", depth == 0 {
                    finish()
                    continue
                }
            }
            part.append(token)
        }
        finish()
        self.list = list
    }

    /// What is in no brackets.
    static func top(_ tokens: [Token]) -> [Token] {
        var depth = 0
        var top: [Token] = []
        for token in tokens {
            if case .mark(let mark) = token {
                if "([{".contains(mark) {
                    depth += 1
                    if depth == 1 { top.append(.mark("(")) }
                    continue
                }
                if ")]}".contains(mark) {
                    depth -= 1
                    continue
                }
            }
            if depth == 0 { top.append(token) }
        }
        return top
    }

    /// The two sides of `condition ? one : other`, and of more of them in a row; `nil` if it is none.
    static func branches(_ top: [Token]) -> [[Token]]? {
        guard
            let question = top.indices.first(where: {
                top[$0] == .mark("?") && top.indices.contains($0 + 1) && top[$0 + 1] != .mark("?")
                    && ($0 == 0 || top[$0 - 1] != .mark("?")) && top[$0 + 1] != .mark(".")
            }),
            let colon = top[question...].firstIndex(of: .mark(":"))
        else { return nil }
        let (one, other) = (Array(top[(question + 1)..<colon]), Array(top[(colon + 1)...]))
        return [one] + (branches(other) ?? [other])
    }
}
