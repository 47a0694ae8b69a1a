import Core

/// Work that was begun for something on the screen, and is given up with it.
@MainActor
final class Tasks {
    private var running: [Int: OwnedTask] = [:]
    private var last = 0

    func run(_ work: @escaping @MainActor () async -> Void) {
        last += 1
        let number = last
        running[number] = OwnedTask(
            Task { [weak self] in
                await work()
                self?.running[number] = nil
            })
    }

    func cancel() { running = [:] }
}
