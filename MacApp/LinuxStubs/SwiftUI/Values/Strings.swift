/// Where the words of the screen come from.
package struct Strings {
    /// The format for a key, given what is filled in, so that a catalogue may choose a plural; nil where there is none.
    package var look: (_ key: String, _ table: String?, _ arguments: [LocalizedStringKey.Argument]) -> String?

    package init(
        _ look: @escaping (_ key: String, _ table: String?, _ arguments: [LocalizedStringKey.Argument]) -> String? = {
            _, _, _ in nil
        }
    ) {
        self.look = look
    }

    func text(_ key: LocalizedStringKey, _ table: String?, in environment: EnvironmentValues) -> String {
        fill(look(key.key, table, key.arguments) ?? key.key, with: key.arguments, in: environment)
    }

    /// Puts the arguments into a format; `%2$@` takes the second.
    private func fill(
        _ format: String, with arguments: [LocalizedStringKey.Argument], in environment: EnvironmentValues
    ) -> String {
        guard format.contains("%") else { return format }
        var filled = ""
        var next = 0
        var rest = format[...]
        while let percent = rest.firstIndex(of: "%") {
            filled += rest[..<percent]
            rest = rest[rest.index(after: percent)...]
            guard
                let match = rest.prefixMatch(
                    of: /(?:(\d+)\$)?([-+0 #]*\d*(?:\.\d+)?)(?:hh|h|ll|l|q|z)?([@diufFegxXs%])/)
            else {
                filled += "%"
                continue
            }
            rest = rest[match.range.upperBound...]
            if match.3 == "%" {
                filled += "%"
                continue
            }
            let index = match.1.flatMap { Int($0) }.map { $0 - 1 } ?? next
            next = index + 1
            if arguments.indices.contains(index) {
                filled += write(arguments[index], flags: String(match.2), as: String(match.3), in: environment)
            }
        }
        return filled + rest
    }

    private func write(
        _ argument: LocalizedStringKey.Argument, flags: String, as kind: String, in environment: EnvironmentValues
    ) -> String {
        switch argument {
        case .text(let text): text
        case .view(let text): text.resolved(in: environment)
        // In digits grouped as the user's region does.
        case .integer(let value): String(format: "%\(flags)lld", locale: environment.locale, value)
        case .unsigned(let value): String(format: "%\(flags)llu", locale: environment.locale, value)
        case .number(let value): String(format: "%\(flags)\(kind)", locale: environment.locale, value)
        }
    }
}
