import EngineKit

/// A model in the library, as its row shows it.
public struct ModelRow: Equatable, Identifiable, Sendable {
    public enum Status: Equatable, Sendable {
        case builtIn, ready, inMemory
        /// Something of it is missing, and why.
        case incomplete(String)
        /// Its disk is not connected.
        case unavailable
        /// It cannot be run, and why.
        case unsupported(String)
        case companion
    }

    public enum Action: Equatable, Sendable { case use, download, verify, pair, unpair, showInFinder, delete, remove }

    public let name: String
    public let title: String
    public let status: Status
    public let detail: String
    public let isDefault: Bool
    public let isOutdated: Bool
    /// In the order of a menu.
    public let actions: [Action]
    private let folder: String

    public var id: String { folder.isEmpty ? name : folder }

    public static func builtIn(isDefault: Bool, isLoaded: Bool) -> ModelRow {
        ModelRow(
            name: ModelNames.builtIn, title: ModelNames.shown(ModelNames.builtIn),
            status: isLoaded ? .inMemory : .builtIn,
            detail: ModelWords.builtIn, isDefault: isDefault, isOutdated: false, actions: [.use], folder: "")
    }

    public init(_ model: InstalledModel, isDefault: Bool, isLoaded: Bool, isPaired: Bool) {
        let status: Status =
            switch (model.state, model.role) {
            case (.unavailable, _): .unavailable
            case (.incomplete(let why), _): .incomplete(why)
            case (_, .unsupported(let why)): .unsupported(why)
            case (_, .companion): .companion
            default: isLoaded ? .inMemory : .ready
            }
        self.init(
            name: model.name, title: ModelNames.shown(model.name), status: status,
            detail: ModelWords.detail(status, model.bytes), isDefault: isDefault, isOutdated: model.outdated,
            actions: Self.actions(model, status, isPaired: isPaired), folder: model.folder)
    }

    private init(
        name: String, title: String, status: Status, detail: String, isDefault: Bool, isOutdated: Bool,
        actions: [Action],
        folder: String
    ) {
        self.name = name
        self.title = title
        self.status = status
        self.detail = detail
        self.isDefault = isDefault
        self.isOutdated = isOutdated
        self.actions = actions
        self.folder = folder
    }

    private static func actions(_ model: InstalledModel, _ status: Status, isPaired: Bool) -> [Action] {
        // What Tandem did not fetch it does not delete; it can only cease to list it.
        let end: Action = model.owned ? .delete : .remove
        return switch status {
        case .builtIn: [.use]
        case .ready, .inMemory:
            [.use] + (model.outdated ? [.download] : []) + [.pair] + (isPaired ? [.unpair] : [])
                + [.verify, .showInFinder, end]
        case .companion: [.verify, .showInFinder, end]
        case .incomplete: [.download, .showInFinder, end]
        case .unavailable: []
        case .unsupported: [.showInFinder, end]
        }
    }
}

/// What a text in the library's search field asks for.
public enum ModelQuery: Equatable, Sendable {
    case nothing
    /// The page of one repository.
    case repository(String)
    case words(String)

    /// A repository's name or the address of its page is looked up; everything else is searched for.
    public init(_ text: String) {
        var text = text.trimmingWhitespace
        for start in ["https://", "http://"] where text.lowercased().hasPrefix(start) { text.removeFirst(start.count) }
        for host in ["www.huggingface.co/", "huggingface.co/", "hf.co/"] where text.lowercased().hasPrefix(host) {
            // Behind the name there may be a branch and a file.
            text = text.dropFirst(host.count).split(separator: "/").prefix(2).joined(separator: "/")
            text = String(text.prefix { $0 != "?" && $0 != "#" })
        }
        if text.isEmpty {
            self = .nothing
        } else {
            self = ModelNames.isRepository(text) ? .repository(text) : .words(String(text.prefix(200)))
        }
    }
}

extension String {
    var trimmingWhitespace: String {
        var rest = self[...]
        while rest.first?.isWhitespace == true { rest.removeFirst() }
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
