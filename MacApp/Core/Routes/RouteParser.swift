import Foundation

extension AppRoute {
    public static let scheme = "tandem"
    /// Longest address, in bytes.
    public static let longestAddress = 64 << 10
    /// Longest prompt in an address, in characters. What is longer comes as a file or through a service.
    public static let longestPrompt = 8_000
    /// Longest search, in characters.
    public static let longestSearch = 200

    /// Reads an address. Whatever is not known is refused, in words: guessing at it would do something nobody asked for.
    public init(address: String) throws(RouteRefusal) {
        guard address.utf8.count <= Self.longestAddress else { throw RouteRefusal(message: RouteWords.tooLong) }
        guard let parts = URLComponents(string: address), let scheme = parts.scheme else {
            throw RouteRefusal(message: RouteWords.unreadable)
        }
        guard scheme.lowercased() == Self.scheme else { throw RouteRefusal(message: RouteWords.foreign) }
        guard parts.user == nil, parts.password == nil, parts.port == nil, parts.fragment == nil else {
            throw RouteRefusal(message: RouteWords.hasLogin)
        }
        guard let place = parts.host?.lowercased(), !place.isEmpty else {
            throw RouteRefusal(message: RouteWords.noPlace)
        }
        let path = parts.path.split(separator: "/", omittingEmptySubsequences: true).map(String.init)
        var query = try RouteQuery(parts.queryItems ?? [])
        self = try Self.read(place: place, path: path, query: &query)
        if let unknown = query.left.first { throw RouteRefusal(message: RouteWords.unknownPart(unknown)) }
    }

    private static func read(
        place: String, path: [String], query: inout RouteQuery
    ) throws(RouteRefusal) -> AppRoute {
        switch place {
        case "ask":
            try end(path)
            guard let prompt = try query.text("prompt", limit: longestPrompt) else {
                throw RouteRefusal(message: RouteWords.noPrompt)
            }
            let model = try query.take("model").map { name throws(RouteRefusal) in try modelName(name) }
            return .ask(prompt: prompt, model: model, wantsToSend: try query.flag("send"))
        case "quick":
            try end(path)
            return .quickPrompt(try query.text("prompt", limit: longestPrompt) ?? "")
        case "new":
            try end(path)
            return .newChat
        case "chat":
            guard path.count == 1, path[0].utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let id = Int64(path[0]), id > 0
            else { throw RouteRefusal(message: RouteWords.notAChat) }
            return .chat(id)
        case "search":
            try end(path)
            return .search(try query.text("q", limit: longestSearch) ?? "")
        case "models":
            return path.isEmpty ? .models : .model(try modelName(path.joined(separator: "/")))
        case "settings":
            guard let name = path.first else { return .settings(nil) }
            guard path.count == 1, let pane = SettingsPane(rawValue: name) else {
                throw RouteRefusal(message: RouteWords.unknownPlace(path.joined(separator: "/")))
            }
            return .settings(pane)
        default:
            throw RouteRefusal(message: RouteWords.unknownPlace(place))
        }
    }

    private static func end(_ path: [String]) throws(RouteRefusal) {
        if let more = path.first { throw RouteRefusal(message: RouteWords.unknownPart(more)) }
    }

    /// A repository's name, or that of the built-in model; never a path into the file system.
    private static func modelName(_ name: String) throws(RouteRefusal) -> String {
        if name == ModelNames.builtIn { return name }
        guard ModelNames.isRepository(name) else { throw RouteRefusal(message: RouteWords.notAModel) }
        return name
    }
}

/// The parts after the question mark, each of which is taken once.
private struct RouteQuery {
    private var values: [String: String] = [:]

    init(_ items: [URLQueryItem]) throws(RouteRefusal) {
        for item in items {
            guard values.updateValue(item.value ?? "", forKey: item.name) == nil else {
                throw RouteRefusal(message: RouteWords.partTwice(item.name))
            }
        }
    }

    var left: [String] { values.keys.sorted() }

    mutating func take(_ name: String) -> String? { values.removeValue(forKey: name) }

    mutating func text(_ name: String, limit: Int) throws(RouteRefusal) -> String? {
        guard let text = take(name), !text.allSatisfy(\.isWhitespace) else { return nil }
        guard text.isPlainText else { throw RouteRefusal(message: RouteWords.notPlain) }
        // A character can be made of any number of scalars, so these are counted too.
        guard text.unicodeScalars.count <= 4 * limit, text.count <= limit else {
            throw RouteRefusal(message: RouteWords.textTooLong(limit))
        }
        return text
    }

    mutating func flag(_ name: String) throws(RouteRefusal) -> Bool {
        switch take(name) {
        case nil, "0": false
        case "1": true
        default: throw RouteRefusal(message: RouteWords.badValue(name))
        }
    }
}
