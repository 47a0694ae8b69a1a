import Synchronization

/// What a mock was told to do; shared by all mocks.
final class MockScript<Script: Sendable>: Sendable {
    private let script: Mutex<Script>

    init(_ script: Script) {
        self.script = Mutex(script)
    }

    func tell(_ change: @Sendable (inout Script) -> Void) {
        script.withLock { change(&$0) }
    }

    subscript<Part: Sendable>(part: KeyPath<Script, Part>) -> Part {
        script.withLock { $0[keyPath: part] }
    }

    /// What to do for a call; throws if that was not told.
    func told<Call: Sendable>(_ part: KeyPath<Script, Call?>, _ name: String) throws(EngineError) -> Call {
        guard let call = self[part] else { throw .untold(name) }
        return call
    }

    /// The same for what cannot fail: if it was not told, this ends the test's process.
    func must<Value: Sendable>(_ part: KeyPath<Script, Value?>, _ name: String) -> Value {
        guard let value = self[part] else { preconditionFailure(EngineError.untold(name).message) }
        return value
    }
}

extension EngineError {
    /// A mock was called for something that the test did not expect.
    static func untold(_ call: String) -> Self {
        EngineError(
            kind: .internalFault, message: "the mock was not told what to do for \(call)", detail: call,
            remedy: .nothing)
    }
}

extension AsyncThrowingStream where Failure == any Error {
    /// A stream that only tells that a mock was not told what to do.
    static func untold(_ call: String) -> Self {
        Self { $0.finish(throwing: EngineError.untold(call)) }
    }
}
