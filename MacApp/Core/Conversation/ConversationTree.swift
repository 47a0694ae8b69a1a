import EngineKit

/// The messages of a chat with all their versions, and the path through them that is shown.
public struct ConversationTree: Equatable, Sendable {
    public private(set) var messages: [ChatMessage]
    public private(set) var path: [Int64] = []
    /// Whether an answer that says something is shown.
    public private(set) var hasAnswer = false
    /// The last message that is shown in one of several versions: what the menu's commands for versions mean.
    public private(set) var branching: Int64?
    /// Where each message stands in the list.
    private var places: [Int64: Int] = [:]
    /// The messages that follow each, the oldest first.
    private var following: [Int64?: [Int64]] = [:]

    public init(_ messages: [ChatMessage] = []) {
        self.messages = messages
        settle()
    }

    public subscript(id: Int64) -> ChatMessage? { places[id].map { messages[$0] } }

    /// The messages that are shown.
    public var shown: [ChatMessage] { path.compactMap { self[$0] } }

    public var last: ChatMessage? { path.last.flatMap { self[$0] } }

    /// Which of its versions a message is: "2/3".
    public func branch(of id: Int64) -> BranchPlace {
        let versions = versions(of: id)
        guard let place = versions.firstIndex(of: id) else { return BranchPlace() }
        return BranchPlace(place + 1, of: versions.count)
    }

    /// The version before or after a message.
    public func version(_ way: Int, from id: Int64) -> Int64? {
        let versions = versions(of: id)
        guard let place = versions.firstIndex(of: id), versions.indices.contains(place + way) else { return nil }
        return versions[place + way]
    }

    /// The question that an answer answers, with what lies between for tools.
    public func question(of answer: Int64) -> Int64? {
        var at = self[answer]?.parent
        // Parents are older than their children, so that this ends whatever is kept.
        while let id = at, let message = self[id] {
            if message.role == .user { return id }
            guard let parent = message.parent, parent < id else { return nil }
            at = parent
        }
        return nil
    }

    /// Adds a message and shows it.
    mutating func insert(_ message: ChatMessage) {
        for place in messages.indices where messages[place].parent == message.parent { messages[place].chosen = false }
        messages.append(message)
        settle()
    }

    /// Shows the branch that a message is on; after it, it goes on as it did last time.
    mutating func choose(_ id: Int64) {
        var at = self[id]
        while let message = at {
            for version in following[message.parent] ?? [] {
                if let place = places[version] { messages[place].chosen = version == message.id }
            }
            at = message.parent.flatMap { $0 < message.id ? self[$0] : nil }
        }
        settle()
    }

    /// A message and all that follow it, on all branches, parents before children.
    func branch(from id: Int64) -> [ChatMessage] {
        var gone: Set<Int64> = [id]
        return messages.sorted { $0.id < $1.id }.filter { message in
            // Parents are older than their children.
            guard message.id == id || message.parent.map(gone.contains) == true else { return false }
            gone.insert(message.id)
            return true
        }
    }

    /// Takes out a message and all that follow it.
    mutating func remove(_ id: Int64) -> [ChatMessage] {
        let branch = branch(from: id)
        let gone = Set(branch.map(\.id))
        messages.removeAll { gone.contains($0.id) }
        settle()
        return branch
    }

    /// Puts back what was taken out. Nothing of it is shown until it is chosen.
    mutating func restore(_ branch: [ChatMessage]) {
        let there = Set(messages.map(\.id))
        for var message in branch where !there.contains(message.id) {
            if message.id == branch.first?.id { message.chosen = false }
            messages.append(message)
        }
        messages.sort { $0.id < $1.id }
        settle()
    }

    mutating func change(_ id: Int64, _ change: (inout ChatMessage) -> Void) {
        guard let place = places[id] else { return }
        change(&messages[place])
        settle()
    }

    private func versions(of id: Int64) -> [Int64] { self[id].flatMap { following[$0.parent] } ?? [] }

    /// Works out once what is asked for at each key.
    private mutating func settle() {
        places = Dictionary(zip(messages.map(\.id), messages.indices), uniquingKeysWith: { first, _ in first })
        following = Dictionary(grouping: messages, by: \.parent).mapValues { $0.map(\.id).sorted() }
        path = Self.chosenPath(messages)
        hasAnswer = shown.contains { $0.role == .assistant && !$0.text.isEmpty }
        branching = path.last { versions(of: $0).count > 1 }
    }

    private static func chosenPath(_ messages: [ChatMessage]) -> [Int64] {
        var next: [Int64?: Int64] = [:]
        for message in messages where message.chosen { next[message.parent] = message.id }
        var path: [Int64] = []
        var last: Int64?
        while let id = next[last], last.map({ $0 < id }) ?? true {
            path.append(id)
            last = id
        }
        return path
    }
}
