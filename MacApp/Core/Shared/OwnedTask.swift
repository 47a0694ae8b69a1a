/// A task that ends with whoever owns it.
final class OwnedTask: Sendable {
    private let task: Task<Void, Never>

    init(_ task: Task<Void, Never>) {
        self.task = task
    }

    deinit {
        task.cancel()
    }

    func cancel() { task.cancel() }

    /// Waits for its end.
    func ended() async { await task.value }
}
