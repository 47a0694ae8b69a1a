import Foundation

/// What was being written in a chat: the text, and the files by their paths, which are read again.
public struct Draft: Equatable, Sendable {
    public var text: String
    public var files: [String]

    public init(text: String = "", files: [String] = []) {
        self.text = text
        self.files = files
    }

    public var isEmpty: Bool { text.isEmpty && files.isEmpty }

    /// What was written after something that is said now.
    func without(_ said: String, _ files: [String]) -> Draft {
        let rest = text.hasPrefix(said) ? String(text.dropFirst(said.count)) : text
        return Draft(text: rest, files: self.files.filter { !files.contains($0) })
    }
}

/// What is being written in each chat, in each of its windows; the last ones only.
public struct Drafts: Equatable, Sendable {
    /// Drafts that are kept, at most.
    static let most = 200
    /// Bytes of the file, at most; what one window takes is far below it.
    static let mostBytes = 32 << 20

    /// Which chat a draft belongs to.
    public enum Place: Hashable, Sendable {
        case new
        case chat(Int64)

        fileprivate var key: String {
            switch self {
            case .new: "new"
            case .chat(let id): String(id)
            }
        }

        fileprivate init?(key: String) {
            if key == "new" {
                self = .new
            } else if let id = Int64(key) {
                self = .chat(id)
            } else {
                return nil
            }
        }
    }

    /// One of the drafts of a place: each window has its own.
    public struct Slot: Hashable, Sendable {
        public let place: Place
        let number: Int
    }

    private var bySlot: [Slot: Draft] = [:]
    /// The oldest first.
    private var order: [Slot] = []

    public init() {}

    /// The last one of a place.
    public subscript(place: Place) -> Draft {
        get { slots(of: place).last.map { self[$0] } ?? Draft() }
        set { self[slots(of: place).last ?? Slot(place: place, number: 0)] = newValue }
    }

    public subscript(slot: Slot) -> Draft {
        get { bySlot[slot] ?? Draft() }
        set {
            order.removeAll { $0 == slot }
            bySlot[slot] = newValue.isEmpty ? nil : newValue
            guard !newValue.isEmpty else { return }
            order.append(slot)
            while order.count > Self.most { bySlot[order.removeFirst()] = nil }
        }
    }

    /// The drafts of a place, the oldest first.
    func slots(of place: Place) -> [Slot] { order.filter { $0.place == place } }

    /// Whether some data is a file of drafts.
    static func understands(_ data: Data) -> Bool {
        if case .array? = JSONValue.object(in: data)?["drafts"] { true } else { false }
    }

    /// Drafts from their file; what of it is not understood is left out.
    public init(_ data: Data) {
        guard case .array(let list)? = JSONValue.object(in: data)?["drafts"] else { return }
        for case .object(let entry) in list.suffix(Self.most) {
            guard let place = entry["chat"]?.string.flatMap(Place.init(key:)) else { continue }
            var draft = Draft(text: entry["text"]?.string ?? "")
            if case .array(let files)? = entry["files"] { draft.files = files.compactMap(\.string) }
            self[Slot(place: place, number: slots(of: place).count)] = draft
        }
    }

    /// The file. An older draft that does not fit in any more is left out; smaller ones before it are not.
    public var data: Data {
        var left = Self.mostBytes
        var list: [JSONValue] = []
        for slot in order.reversed() {
            let draft = self[slot]
            let entry = JSONValue.object([
                "chat": .string(slot.place.key), "text": .string(draft.text),
                "files": .array(draft.files.map { .string($0) }),
            ])
            let bytes = entry.data.count
            guard bytes <= left else { continue }
            left -= bytes
            list.append(entry)
        }
        return JSONValue.object(["drafts": .array(list.reversed())]).data
    }
}
