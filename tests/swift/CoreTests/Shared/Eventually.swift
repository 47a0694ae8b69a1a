import Testing

/// Waits until something is so; a test that waits for ever is ended by its time limit.
@MainActor
func eventually(_ isSo: @MainActor () -> Bool) async {
    while !isSo() { await Task.yield() }
}
