import EngineKit
import Foundation

/// The list that ⌘K opens: type a part of a name, choose with the arrow keys, take it with Return.
public struct ModelPalette: Equatable, Sendable {
    public struct Item: Equatable, Identifiable, Sendable {
        public enum State: Equatable, Sendable {
            case ready, inMemory
            /// Not on this Mac; the bytes to fetch, where they are known.
            case needsDownload(bytes: UInt64?)
        }

        public let name: String
        public let title: String
        public let state: State
        /// It answers in new chats.
        public let isDefault: Bool
        /// It answers in this chat.
        public let isCurrent: Bool

        public var id: String { name }
        public var detail: String { ModelPaletteWords.detail(self) }
    }

    /// What Return does.
    public enum Choice: Equatable, Sendable {
        case use(String)
        /// Shows the page of a model that is not here: nothing is fetched before the user has seen its size.
        case show(String)
    }

    public private(set) var query = ""
    public private(set) var items: [Item]
    /// The items that match, the best first.
    public private(set) var shown: [Item]
    /// Which of them Return takes.
    public private(set) var selection: Item.ID?

    /// `rows` are the models of this Mac, `known` those that could be downloaded, with what is known of them.
    public init(rows: [ModelRow], known: [CuratedModel] = [], offers: [String: ModelOffer] = [:], current: String) {
        items = Self.items(rows, known, offers, current)
        shown = items
        selection = current
        filter()
    }

    /// The models have changed while the list is open; what is selected stays.
    public mutating func refresh(
        rows: [ModelRow], known: [CuratedModel] = [], offers: [String: ModelOffer] = [:], current: String
    ) {
        items = Self.items(rows, known, offers, current)
        filter()
    }

    /// Another text stands in the field. The best match is selected; with an empty field the model of the chat.
    public mutating func type(_ text: String) {
        guard text != query else { return }
        query = text
        selection = query.trimmingWhitespace.isEmpty ? items.first { $0.isCurrent }?.id : nil
        filter()
    }

    /// Up (−1) or down (1), round at the ends.
    public mutating func move(by step: Int) {
        guard !shown.isEmpty else { return }
        let at = shown.firstIndex { $0.id == selection } ?? (step > 0 ? -1 : 0)
        selection = shown[(at + step % shown.count + shown.count) % shown.count].id
    }

    public mutating func select(_ id: Item.ID) {
        if shown.contains(where: { $0.id == id }) { selection = id }
    }

    /// What Return does now; `nil` where nothing matches.
    public var choice: Choice? {
        shown.first { $0.id == selection }.map { item in
            if case .needsDownload = item.state { .show(item.name) } else { .use(item.name) }
        }
    }

    /// Said in place of the list where nothing matches.
    public var nothing: String? { shown.isEmpty ? ModelPaletteWords.nothing : nil }

    private mutating func filter() {
        let words = Self.folded(query).split(separator: " ")
        let ranked = items.enumerated().compactMap { place, item -> (rank: Int, place: Int, item: Item)? in
            let name = Self.folded("\(item.title) \(item.name)")
            guard words.allSatisfy({ name.contains($0) }) else { return nil }
            let starts = words.first.map { Self.folded(item.title).hasPrefix($0) } ?? true
            return (starts ? 0 : 1, place, item)
        }
        shown = ranked.sorted { ($0.rank, $0.place) < ($1.rank, $1.place) }.map(\.item)
        if !shown.contains(where: { $0.id == selection }) { selection = shown.first?.id }
    }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil)
    }

    private static func items(
        _ rows: [ModelRow], _ known: [CuratedModel], _ offers: [String: ModelOffer], _ current: String
    ) -> [Item] {
        let here = rows.compactMap { row -> Item? in
            switch row.status {
            case .inMemory, .builtIn, .ready:
                Item(
                    name: row.name, title: row.title, state: row.status == .inMemory ? .inMemory : .ready,
                    isDefault: row.isDefault, isCurrent: row.name == current)
            case .incomplete, .unavailable, .unsupported, .companion: nil
            }
        }
        let names = Set(rows.map(\.name))
        let away = known.filter { $0.available != false && !names.contains($0.repository) }.map { model in
            Item(
                name: model.repository, title: model.title,
                state: .needsDownload(bytes: offers[model.repository]?.bytesToFetch), isDefault: false,
                isCurrent: false)
        }
        // What is in memory answers at once, so it comes first.
        return here.filter { $0.state == .inMemory } + here.filter { $0.state != .inMemory } + away
    }
}

enum ModelPaletteWords {
    static var nothing: String { String(localized: "No model has this name.") }

    static func detail(_ item: ModelPalette.Item) -> String {
        switch item.state {
        case .needsDownload(let bytes?): String(localized: "\(Format.bytes(bytes)) to download")
        case .needsDownload(nil): String(localized: "Not on this Mac")
        case .inMemory:
            item.isDefault ? String(localized: "In memory, answers in new chats") : String(localized: "In memory")
        case .ready: item.isDefault ? String(localized: "Answers in new chats") : ""
        }
    }
}
