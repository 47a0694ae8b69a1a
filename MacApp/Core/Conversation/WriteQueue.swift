/// What is written for one chat, one after the other in the order in which it was asked for. Nobody cancels it: what
/// the user said and saw must get to the disk, though nobody waits for it any more.
@MainActor
final class WriteQueue {
    private var last: Task<Void, Never>?

    func run<Value: Sendable>(_ work: @escaping @MainActor () async -> Value) async -> Value {
        let before = last
        let task = Task {
            await before?.value
            return await work()
        }
        last = Task { _ = await task.value }
        return await task.value
    }
}
