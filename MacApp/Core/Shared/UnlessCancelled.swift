/// Waits for something, but no longer than until the task is cancelled; then it is `nil`. The work is cancelled too, and
/// if it does not heed that, it is left to end by itself.
func unlessCancelled<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) async -> Value? {
    // A stream ends at once when the task that reads it is cancelled.
    let (values, continuation) = AsyncStream<Value>.makeStream()
    let task = Task {
        continuation.yield(await work())
        continuation.finish()
    }
    defer { task.cancel() }
    for await value in values { return value }
    return nil
}
