import EngineKit
import Observation

/// What a search over all chats found, chat by chat.
public struct SearchResults: Equatable, Sendable {
    public struct Group: Equatable, Identifiable, Sendable {
        public let chat: Int64
        public let title: String
        /// Whether the title itself was found.
        public let titleMatches: Bool
        /// Messages, each with a snippet.
        public let hits: [ChatHit]

        public var id: Int64 { chat }
    }

    public let query: String
    public let groups: [Group]
    /// There may be more than was asked for.
    public let isCut: Bool

    /// Chats stay in the order of their best hit.
    init(query: String, hits: [ChatHit], isCut: Bool) {
        self.query = query
        self.isCut = isCut
        var order: [Int64] = []
        var byChat: [Int64: [ChatHit]] = [:]
        for hit in hits {
            if byChat[hit.chat] == nil { order.append(hit.chat) }
            byChat[hit.chat, default: []].append(hit)
        }
        groups = order.map { chat in
            let hits = byChat[chat] ?? []
            let title = hits.first?.title.line(120) ?? ""
            return Group(
                chat: chat, title: title.isEmpty ? ChatListWords.untitled : title,
                titleMatches: hits.contains { $0.message == nil }, hits: hits.filter { $0.message != nil })
        }
    }

    public var message: String? { groups.isEmpty ? ChatListWords.noResults : nil }

    /// What can be gone to, in the order in which it is shown.
    public var places: [SearchPlace] {
        groups.flatMap { group in
            [SearchPlace(chat: group.chat)] + group.hits.map { SearchPlace(chat: group.chat, message: $0.message) }
        }
    }
}

/// Somewhere a search leads: a chat, or a message of it.
public struct SearchPlace: Hashable, Sendable {
    public let chat: Int64
    public let message: Int64?

    public init(chat: Int64, message: Int64? = nil) {
        self.chat = chat
        self.message = message
    }
}

/// A piece of a snippet, highlighted or not.
public struct SnippetPiece: Equatable, Sendable {
    public let text: String
    public let isMatch: Bool

    /// The snippet in pieces, in order. Ranges that overlap or lie outside are passed over.
    public static func pieces(of hit: ChatHit) -> [SnippetPiece] {
        var pieces: [SnippetPiece] = []
        var end = hit.snippet.startIndex
        for range in hit.matches.sorted(by: { $0.lowerBound < $1.lowerBound })
        where range.lowerBound >= end && range.upperBound <= hit.snippet.endIndex && !range.isEmpty {
            if range.lowerBound > end {
                pieces.append(SnippetPiece(text: String(hit.snippet[end..<range.lowerBound]), isMatch: false))
            }
            pieces.append(SnippetPiece(text: String(hit.snippet[range]), isMatch: true))
            end = range.upperBound
        }
        if end < hit.snippet.endIndex { pieces.append(SnippetPiece(text: String(hit.snippet[end...]), isMatch: false)) }
        return pieces
    }
}

/// The search field over all chats: it waits until typing rests, and shows nothing that is not about what stands there.
@Observable @MainActor
public final class ChatSearchStore {
    /// Longest query, in characters.
    public static let longestQuery = 200
    static let limit: UInt32 = 200

    public private(set) var query = ""
    public private(set) var results: SearchResults?
    public private(set) var isSearching = false
    public private(set) var error: EngineError?
    @ObservationIgnored private let chats: any ChatStoreProtocol
    @ObservationIgnored private let clock: any Clock<Duration>
    @ObservationIgnored private let delay: Duration
    @ObservationIgnored private var task: OwnedTask?

    public init(
        _ chats: any ChatStoreProtocol, delay: Duration = .milliseconds(200),
        clock: any Clock<Duration> = ContinuousClock()
    ) {
        self.chats = chats
        self.delay = delay
        self.clock = clock
    }

    public func type(_ text: String) {
        let text = String(text.prefix(Self.longestQuery))
        guard text != query else { return }
        query = text
        task?.cancel()
        let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        guard !words.isEmpty else {
            (task, results, isSearching, error) = (nil, nil, false, nil)
            return
        }
        isSearching = true
        let (clock, delay, chats) = (clock, delay, chats)
        let search = Task { [weak self] in
            do { try await clock.sleep(for: delay, tolerance: nil) } catch { return }
            do throws(EngineError) {
                let hits = try await chats.search(words, limit: Self.limit)
                self?.show(SearchResults(query: text, hits: hits, isCut: hits.count >= Int(Self.limit)), for: text)
            } catch {
                self?.fail(error, for: text)
            }
        }
        task = OwnedTask(search)
    }

    /// Asks the same once more, after it failed.
    public func again() {
        let text = query
        query = ""
        type(text)
    }

    private func show(_ results: SearchResults, for text: String) {
        // What was asked before may be answered after what was asked last.
        guard text == query else { return }
        (self.results, isSearching, error) = (results, false, nil)
    }

    private func fail(_ error: EngineError, for text: String) {
        guard text == query else { return }
        (results, isSearching, self.error) = (nil, false, error)
    }
}
