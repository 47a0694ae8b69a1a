// Tells what the string catalogue lacks, and adds it; scripts/strings.sh says how.

import Foundation
import StringCatalogue

let root = URL(filePath: FileManager.default.currentDirectoryPath)
let checkout = try Checkout(root)
var catalogue = try checkout.catalogue()
let check = CatalogueCheck(catalogue, KeyScanner(checkout.sources))
let order = CommandLine.arguments.dropFirst().first ?? "check"

@MainActor
func keep() throws {
    try Data((catalogue.text + "\n").utf8).write(to: checkout.catalogueFile)
}

switch order {
case "check":
    for key in check.missing { print("missing: \(key.file):\(key.line): \(key.pattern.guess)") }
    for key in check.unused { print("unused: \(key)") }
    for problem in check.problems { print(problem) }
    let count = check.missing.count + check.unused.count + check.problems.count
    print(count == 0 ? "The catalogue is complete: \(catalogue.strings.count) strings." : "\(count) things to mend.")
    exit(count == 0 ? 0 : 1)
case "add":
    for found in check.missing {
        let key = found.pattern.guess
        var entry = StringCatalogue.Entry()
        let english = found.pattern.text ?? key
        entry.localizations = Dictionary(
            uniqueKeysWithValues: CatalogueCheck.languages.map {
                var localization = StringCatalogue.Localization(english)
                localization.stringUnit?.state = "new"
                return ($0, localization)
            })
        if found.pattern.text != nil { entry.localizations?["en"] = .init(english) }
        catalogue.strings[key] = entry
        print("added: \(key)\(key.contains("%@") ? " (if a %@ is a number, make it %lld or %llu)" : "")")
    }
    try keep()
case "merge":
    guard let path = CommandLine.arguments.dropFirst(2).first else {
        print("strings: merge needs another catalogue")
        exit(2)
    }
    let other = try StringCatalogue(contentsOf: URL(filePath: path))
    for found in check.missing {
        for (key, entry) in other.strings where found.pattern.matches(key) {
            catalogue.strings[key] = entry
            print("taken: \(key)")
        }
    }
    // What was only added here is translated there.
    for (key, entry) in catalogue.strings where entry.isNew {
        guard let translated = other.strings[key], !translated.isNew else { continue }
        catalogue.strings[key] = translated
        print("translated: \(key)")
    }
    try keep()
case "remove-unused":
    for key in check.unused {
        catalogue.strings[key] = nil
        print("removed: \(key)")
    }
    try keep()
case "sort": try keep()
default:
    print("strings: check, add, merge, remove-unused or sort")
    exit(2)
}

extension StringCatalogue.Entry {
    var isNew: Bool { localizations?.values.contains { $0.stringUnit?.state == "new" } == true }
}
