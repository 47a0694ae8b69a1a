import Observation

/// Tells when an observable value has changed, without a view.
@MainActor
final class ValueWatch<Value: Equatable> {
    private let read: @MainActor () -> Value
    private let changed: @MainActor (Value) -> Void
    private var last: Value?

    /// `changed` is told the first value too.
    init(_ read: @escaping @MainActor () -> Value, changed: @escaping @MainActor (Value) -> Void) {
        self.read = read
        self.changed = changed
        look()
    }

    private func look() {
        let value = withObservationTracking {
            read()
        } onChange: { [weak self] in
            Task { @MainActor in self?.look() }
        }
        guard value != last else { return }
        last = value
        changed(value)
    }
}
