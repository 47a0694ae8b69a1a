import EngineKit
import Foundation

/// The models to choose from by a few letters and the arrow keys.
public struct ModelPalette: Equatable, Sendable {
    /// One model.
    public struct Entry: Equatable, Identifiable, Sendable {
        public let name: String
        public let title: String
        /// What there is to know: whether it is in memory, the default, has a companion. The chat’s own comes first.
        public let states: [String]
        public let isCurrent: Bool

        public var id: String { name }
    }

    public private(set) var text = ""
    /// The model that Return would choose.
    public private(set) var marked: String?
    private var all: [Entry]

    public init(_ entries: [Entry]) {
        all = entries
        marked = (entries.first(where: \.isCurrent) ?? entries.first)?.name
    }

    /// Those that have every word in their name, in any order; a name that begins with the text comes first.
    public var entries: [Entry] {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        guard !words.isEmpty else { return all }
        let found = all.filter { entry in
            words.allSatisfy { entry.name.localizedStandardContains($0) || entry.title.localizedStandardContains($0) }
        }
        let begins = found.filter { $0.title.lowercased().hasPrefix(words[0].lowercased()) }
        return begins + found.filter { !begins.contains($0) }
    }

    /// The same search in a newer list.
    public mutating func update(_ newer: ModelPalette) {
        all = newer.all
        if !entries.contains(where: { $0.name == marked }) { marked = entries.first?.name }
    }

    public mutating func type(_ text: String) {
        guard text != self.text else { return }
        self.text = text
        marked = entries.first?.name
    }

    public mutating func mark(_ name: String?) {
        if let name, entries.contains(where: { $0.name == name }) { marked = name }
    }

    /// Goes to the entry below, or above; at the ends it stays.
    public mutating func move(_ step: Int) {
        let entries = entries
        guard let place = entries.firstIndex(where: { $0.name == marked }) else {
            marked = entries.first?.name
            return
        }
        marked = entries[min(max(0, place + step), entries.count - 1)].name
    }
}

extension ModelLibraryStore {
    /// The models that can answer, with what a palette says of each.
    public func palette(current: String, defaultModel: String) -> ModelPalette {
        let rows = Dictionary(
            rows(defaultModel: defaultModel).map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let inside = Set(installed.filter { $0.role == .modelWithCompanion }.map(\.name))
        return ModelPalette(
            usable.map { name in
                var states: [String] = []
                if name == current { states.append(String(localized: "This chat’s model")) }
                if rows[name]?.isDefault == true { states.append(String(localized: "Default")) }
                if rows[name]?.status == .inMemory { states.append(String(localized: "In memory")) }
                if inside.contains(name) || name == ModelNames.builtIn {
                    states.append(String(localized: "Has a companion"))
                }
                return ModelPalette.Entry(
                    name: name, title: ModelNames.shown(name), states: states, isCurrent: name == current)
            })
    }
}
