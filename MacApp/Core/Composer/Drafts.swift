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
}

/// What is being written in each chat, the last ones only.
public struct Drafts: Equatable, Sendable {
    /// Chats whose draft is kept, at most.
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
    }

    private var byKey: [String: Draft] = [:]
    /// The oldest first.
    private var order: [String] = []

    public init() {}

    public subscript(place: Place) -> Draft {
        get { byKey[place.key] ?? Draft() }
        set {
            order.removeAll { $0 == place.key }
            byKey[place.key] = newValue.isEmpty ? nil : newValue
            guard !newValue.isEmpty else { return }
            order.append(place.key)
            while order.count > Self.most { byKey[order.removeFirst()] = nil }
        }
    }

    /// Whether some data is a file of drafts.
    static func understands(_ data: Data) -> Bool {
        if case .array? = JSONValue.object(in: data)?["drafts"] { true } else { false }
    }

    /// Drafts from their file; what of it is not understood is left out.
    public init(_ data: Data) {
        guard case .array(let list)? = JSONValue.object(in: data)?["drafts"] else { return }
        for case .object(let entry) in list.suffix(Self.most) {
            guard let key = entry["chat"]?.string, key == "new" || Int64(key) != nil else { continue }
            var draft = Draft(text: entry["text"]?.string ?? "")
            if case .array(let files)? = entry["files"] { draft.files = files.compactMap(\.string) }
            guard !draft.isEmpty, byKey[key] == nil else { continue }
            byKey[key] = draft
            order.append(key)
        }
    }

    /// The file. An older draft that does not fit in any more is left out; smaller ones before it are not.
    public var data: Data {
        var left = Self.mostBytes
        var list: [JSONValue] = []
        for key in order.reversed() {
            guard let draft = byKey[key] else { continue }
            let entry = JSONValue.object([
                "chat": .string(key), "text": .string(draft.text),
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

/// Keeps drafts: a moment after the last key, and when the app quits.
@MainActor
public final class DraftStore {
    public private(set) var drafts: Drafts
    private let file: any DocumentKeeping
    private let clock: any Clock<Duration>
    private let delay: Duration
    private var writing: OwnedTask?
    private var isDirty = false
    /// There is a file that could be neither read nor set aside; writing would destroy it.
    private var isInTheWay = false

    public init(
        _ file: any DocumentKeeping, delay: Duration = .seconds(1), clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.file = file
        self.delay = delay
        self.clock = clock
        // Drafts that cannot be read are no reason to stop, and no reason to destroy them.
        drafts = Drafts()
        do {
            guard let data = try file.read() else { return }
            guard Drafts.understands(data) else { throw NotUnderstood() }
            drafts = Drafts(data)
        } catch {
            isInTheWay = (try? file.setAside()) == nil
        }
    }

    private struct NotUnderstood: Error {}

    public func keep(_ draft: Draft, in place: Drafts.Place) {
        guard drafts[place] != draft else { return }
        drafts[place] = draft
        isDirty = true
        // One that waits writes this change too.
        guard writing == nil else { return }
        let (clock, delay) = (clock, delay)
        let task = Task { [weak self] in
            do { try await clock.sleep(for: delay, tolerance: nil) } catch { return }
            self?.write()
        }
        writing = OwnedTask(task)
    }

    /// A new chat has got its number.
    public func moveNew(to chat: Int64) {
        let draft = drafts[.new]
        keep(Draft(), in: .new)
        keep(draft, in: .chat(chat))
    }

    public func forget(_ chats: Set<Int64>) {
        for chat in chats { keep(Draft(), in: .chat(chat)) }
    }

    /// Writes what has changed; `false` if that was not possible, and then the next change tries again.
    @discardableResult
    public func write() -> Bool {
        writing?.cancel()
        writing = nil
        guard isDirty else { return true }
        if isInTheWay { isInTheWay = (try? file.setAside()) == nil }
        guard !isInTheWay else { return false }
        isDirty = (try? file.write(drafts.data)) == nil
        return !isDirty
    }
}
