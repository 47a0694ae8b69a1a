// Actions that the environment holds. Each is a value that is called like a function.

@MainActor
@preconcurrency
public struct DismissAction {
    package var dismiss: (() -> Void)?

    nonisolated init() {}

    /// Without a presentation around it, it closes the window.
    public func callAsFunction() {
        dismiss?()
    }
}

@MainActor
@preconcurrency
public struct DismissSearchAction {
    var dismiss: (() -> Void)?

    nonisolated init() {}

    public func callAsFunction() {
        dismiss?()
    }
}

/// Who opens and closes windows.
@MainActor
package protocol SceneOpener: AnyObject {
    func open(id: String?, value: AnyHashable?)
    func close(id: String?, value: AnyHashable?)
    func openSettings()
}

@MainActor
@preconcurrency
public struct OpenWindowAction {
    package weak var opener: (any SceneOpener)?

    nonisolated init() {}

    public func callAsFunction(id: String) {
        opener?.open(id: id, value: nil)
    }

    public func callAsFunction<D: Codable & Hashable>(value: D) {
        opener?.open(id: nil, value: value)
    }

    public func callAsFunction<D: Codable & Hashable>(id: String, value: D) {
        opener?.open(id: id, value: value)
    }
}

@MainActor
@preconcurrency
public struct DismissWindowAction {
    package weak var opener: (any SceneOpener)?

    nonisolated init() {}

    public func callAsFunction(id: String) {
        opener?.close(id: id, value: nil)
    }

    public func callAsFunction<D: Codable & Hashable>(value: D) {
        opener?.close(id: nil, value: value)
    }

    public func callAsFunction<D: Codable & Hashable>(id: String, value: D) {
        opener?.close(id: id, value: value)
    }
}

@MainActor
@preconcurrency
public struct OpenSettingsAction {
    package weak var opener: (any SceneOpener)?

    nonisolated init() {}

    public func callAsFunction() {
        opener?.openSettings()
    }
}

@MainActor
@preconcurrency
public struct OpenURLAction {
    public struct Result: Sendable {
        package enum Outcome: Sendable { case handled, discarded, system(URL?) }

        package let outcome: Outcome

        public static let handled = Result(outcome: .handled)
        public static let discarded = Result(outcome: .discarded)
        public static let systemAction = Result(outcome: .system(nil))

        public static func systemAction(_ url: URL) -> Result {
            Result(outcome: .system(url))
        }
    }

    private var handler: ((URL) -> Result)?

    nonisolated init() {}

    public init(handler: @escaping (URL) -> Result) {
        self.handler = handler
    }

    public func callAsFunction(_ url: URL) {
        _ = handler?(url)
    }

    public func callAsFunction(_ url: URL, completion: @escaping (_ accepted: Bool) -> Void) {
        guard case .handled = handler?(url).outcome else { return completion(false) }
        completion(true)
    }
}

public struct RefreshAction: Sendable {
    let action: @Sendable () async -> Void

    public func callAsFunction() async {
        await action()
    }
}

@MainActor
@preconcurrency
public struct RenameAction {
    let action: () -> Void

    public func callAsFunction() {
        action()
    }
}

public struct ResetFocusAction {
    nonisolated init() {}

    public func callAsFunction(in namespace: Namespace.ID) {}
}
