extension StringCatalogue {
    /// As Xcode writes it, so that opening the catalogue there changes nothing.
    public var text: String {
        var writer = Writer()
        writer.object([
            ("sourceLanguage", { $0.string(sourceLanguage) }),
            (
                "strings",
                { $0.object(sortedStrings.map { key, entry in (key, { entry.write(to: &$0) }) }) }
            ),
            ("version", { $0.string(version) }),
        ])
        return writer.text
    }

    private var sortedStrings: [(key: String, value: Entry)] {
        strings.map { (SortKey($0.key), $0) }.sorted { $0.0 < $1.0 }.map(\.1)
    }

    /// JSON with a space before each colon.
    struct Writer {
        typealias Member = (name: String, write: (inout Writer) -> Void)
        private(set) var text = ""
        private var depth = 0

        mutating func object(_ members: [Member]) {
            text += "{\n"
            depth += 1
            if members.isEmpty { text += "\n" }
            for (index, member) in members.enumerated() {
                indent()
                string(member.name)
                text += " : "
                member.write(&self)
                text += index + 1 < members.count ? ",\n" : "\n"
            }
            depth -= 1
            indent()
            text += "}"
        }

        mutating func string(_ value: String) {
            text += "\""
            for scalar in value.unicodeScalars {
                switch scalar {
                case "\"": text += "\\\""
                case "\\": text += "\\\\"
                case "\n": text += "\\n"
                case "\t": text += "\\t"
                default: text.unicodeScalars.append(scalar)
                }
            }
            text += "\""
        }

        mutating func plain(_ value: some CustomStringConvertible) { text += value.description }

        private mutating func indent() { text += String(repeating: "  ", count: depth) }
    }
}

extension StringCatalogue.Entry {
    fileprivate func write(to writer: inout StringCatalogue.Writer) {
        var members: [StringCatalogue.Writer.Member] = []
        if let comment { members.append(("comment", { $0.string(comment) })) }
        if let extractionState { members.append(("extractionState", { $0.string(extractionState) })) }
        if let localizations {
            let sorted = localizations.sorted { $0.key < $1.key }
            members.append(
                ("localizations", { $0.object(sorted.map { language, it in (language, { it.write(to: &$0) }) }) }))
        }
        if let shouldTranslate { members.append(("shouldTranslate", { $0.plain(shouldTranslate) })) }
        writer.object(members)
    }
}

extension StringCatalogue.Localization {
    fileprivate func write(to writer: inout StringCatalogue.Writer) {
        var members: [StringCatalogue.Writer.Member] = []
        if let stringUnit { members.append(("stringUnit", { stringUnit.write(to: &$0) })) }
        if let substitutions {
            let sorted = substitutions.sorted { $0.key < $1.key }
            members.append(
                ("substitutions", { $0.object(sorted.map { name, it in (name, { it.write(to: &$0) }) }) }))
        }
        if let variations { members.append(("variations", { variations.write(to: &$0) })) }
        writer.object(members)
    }
}

extension StringCatalogue.Substitution {
    fileprivate func write(to writer: inout StringCatalogue.Writer) {
        var members: [StringCatalogue.Writer.Member] = []
        if let argNum { members.append(("argNum", { $0.plain(argNum) })) }
        members.append(("formatSpecifier", { $0.string(formatSpecifier) }))
        members.append(("variations", { variations.write(to: &$0) }))
        writer.object(members)
    }
}

extension StringCatalogue.Variations {
    fileprivate func write(to writer: inout StringCatalogue.Writer) {
        let forms = (plural ?? [:]).sorted { $0.key < $1.key }
        writer.object([
            (
                "plural",
                {
                    $0.object(
                        forms.map { name, form in
                            (name, { $0.object([("stringUnit", { form.stringUnit.write(to: &$0) })]) })
                        })
                }
            )
        ])
    }
}

extension StringCatalogue.Unit {
    fileprivate func write(to writer: inout StringCatalogue.Writer) {
        writer.object([("state", { $0.string(state) }), ("value", { $0.string(value) })])
    }
}
