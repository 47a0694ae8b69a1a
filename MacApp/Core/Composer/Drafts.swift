import EngineKit
import Foundation

/// What was being written in a chat: the text, and the files by their paths, which are read again.
public struct Draft: Equatable, Sendable {
    public var text: String
    public var files: [String]
    /// What is chosen for a chat that begins with it, if that is something.
    public var new: NewChat?

    public init(text: String = "", files: [String] = [], new: NewChat? = nil) {
        self.text = text
        self.files = files
        self.new = new
    }

    public var isEmpty: Bool { text.isEmpty && files.isEmpty && new == nil }

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
        /// Instead of a message of it.
        case edit(chat: Int64, message: Int64)

        var chat: Int64? {
            switch self {
            case .new: nil
            case .chat(let chat), .edit(let chat, _): chat
            }
        }

        var message: Int64? { if case .edit(_, let message) = self { message } else { nil } }

        fileprivate var key: String {
            switch self {
            case .new: "new"
            case .chat(let id): String(id)
            case .edit(let chat, let message): "\(chat)/\(message)"
            }
        }

        fileprivate init?(key: String) {
            let numbers = key.split(separator: "/", omittingEmptySubsequences: false).map { Int64($0) }
            switch (key, numbers.first ?? nil, numbers.last ?? nil, numbers.count) {
            case ("new", _, _, _): self = .new
            case (_, let chat?, _, 1): self = .chat(chat)
            case (_, let chat?, let message?, 2): self = .edit(chat: chat, message: message)
            default: return nil
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
    func slots(of place: Place) -> [Slot] { slots { $0 == place } }

    func slots(where isMeant: (Place) -> Bool) -> [Slot] { order.filter { isMeant($0.place) } }

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
            if case .object(let chosen)? = entry["new"] { draft.new = NewChat(chosen) }
            self[Slot(place: place, number: slots(of: place).count)] = draft
        }
    }

    /// The file. An older draft that does not fit in any more is left out; smaller ones before it are not.
    public var data: Data {
        var left = Self.mostBytes
        var list: [JSONValue] = []
        for slot in order.reversed() {
            let draft = self[slot]
            var values: [String: JSONValue] = [
                "chat": .string(slot.place.key), "text": .string(draft.text),
                "files": .array(draft.files.map { .string($0) }),
            ]
            values["new"] = draft.new.map { .object($0.values) }
            let entry = JSONValue.object(values)
            let bytes = entry.data.count
            guard bytes <= left else { continue }
            left -= bytes
            list.append(entry)
        }
        return JSONValue.object(["drafts": .array(list.reversed())]).data
    }
}

extension NewChat {
    fileprivate init(_ values: [String: JSONValue]) {
        self.init()
        systemPrompt = values["system_prompt"]?.string ?? ""
        model = values["model"]?.string
        parameters = values["parameters"]?.string ?? parameters
    }

    fileprivate var values: [String: JSONValue] {
        var values: [String: JSONValue] = ["system_prompt": .string(systemPrompt), "parameters": .string(parameters)]
        values["model"] = model.map { .string($0) }
        return values
    }
}
