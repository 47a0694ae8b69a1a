/// The specifiers of a format, in the order of what is filled in.
struct FormatSpecifiers: Equatable {
    enum Kind: String { case text, whole, unsigned, number, substitution, own }

    struct Specifier: Equatable {
        let kind: Kind
        /// Counted from 1.
        let place: Int
        let isPlaced: Bool
        /// Of a substitution.
        let name: String
    }

    private(set) var list: [Specifier] = []
    /// What begins as a specifier and is none.
    private(set) var unknown: [String] = []

    init(_ format: String) {
        var rest = format[...]
        var next = 1
        while let percent = rest.firstIndex(of: "%") {
            rest = rest[percent...]
            if rest.hasPrefix("%%") {
                rest = rest.dropFirst(2)
            } else if let match = rest.prefixMatch(of: /%(?:(\d+)\$)?#@(\w+)@/) {
                list.append(
                    Specifier(
                        kind: .substitution, place: match.1.flatMap { Int($0) } ?? next, isPlaced: match.1 != nil,
                        name: String(match.2)))
                next += 1
                rest = rest[match.range.upperBound...]
            } else if rest.hasPrefix("%arg") {
                list.append(Specifier(kind: .own, place: 0, isPlaced: true, name: ""))
                rest = rest.dropFirst(4)
            } else if let match = rest.prefixMatch(of: /%(?:(\d+)\$)?(?:\.\d+)?(@|lld|llu|lf|f|d|u)/) {
                let kind: Kind =
                    switch match.2 {
                    case "@": .text
                    case "lld", "d": .whole
                    case "llu", "u": .unsigned
                    default: .number
                    }
                list.append(
                    Specifier(
                        kind: kind, place: match.1.flatMap { Int($0) } ?? next, isPlaced: match.1 != nil, name: ""))
                next += 1
                rest = rest[match.range.upperBound...]
            } else {
                unknown.append(String(rest.prefix(4)))
                rest = rest.dropFirst()
            }
        }
    }

    var isEmpty: Bool { list.isEmpty && unknown.isEmpty }

    /// What each place is filled with.
    var kinds: [Int: Kind] {
        Dictionary(list.filter { $0.kind != .own }.map { ($0.place, $0.kind) }) { first, _ in first }
    }
}
