import Synchronization

/// A reader for tests: each call does what it was told to. Its calls cannot fail, so one that was told nothing ends the
/// test's process.
public final class MockMarkup: MarkupProtocol {
    /// What each call does.
    public struct Script: Sendable {
        public var blocks: (@Sendable (String) -> [MarkupBlock])?
        public var colours: (@Sendable (String, String) -> [CodeColour])?

        public init() {}
    }

    private let script: Mutex<Script>

    public init(_ script: Script = Script()) {
        self.script = Mutex(script)
    }

    public func tell(_ change: @Sendable (inout Script) -> Void) {
        script.withLock { change(&$0) }
    }

    public func blocks(of text: String) -> [MarkupBlock] {
        guard let blocks = script.withLock(\.blocks) else { preconditionFailure(untold("blocks")) }
        return blocks(text)
    }

    public func colours(of code: String, in language: String) -> [CodeColour] {
        guard let colours = script.withLock(\.colours) else { preconditionFailure(untold("colours")) }
        return colours(code, language)
    }

    private func untold(_ call: String) -> String { EngineError.untold(call).message }
}
