/// A task that ends with whoever owns it.
public final class OwnedTask: Sendable {
    private let task: Task<Void, Never>

    public init(_ task: Task<Void, Never>) {
        self.task = task
    }

    deinit {
        task.cancel()
    }

    public func cancel() { task.cancel() }

    /// Waits for its end.
    public func ended() async { await task.value }
}
