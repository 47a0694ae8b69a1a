import AppKit
import Core

/// Listens for the keys that the user presses to choose a hot key.
@MainActor
protocol KeyRecorder: AnyObject {
    /// Hears every key of this app until ``stop()``. `heard` is given the keys and what they are called on this keyboard.
    func start(_ heard: @escaping @MainActor (KeyCombination, KeyLayout) -> Void)
    func stop()
}

final class LiveKeyRecorder: KeyRecorder {
    private var monitor: Any?

    func start(_ heard: @escaping @MainActor (KeyCombination, KeyLayout) -> Void) {
        stop()
        monitor = NSEvent.addLocalMonitorForEvents(matching: .keyDown) { event in
            let combination = KeyCombination(keyCode: event.keyCode, modifiers: KeyModifiers(event.modifierFlags))
            let (code, typed) = (event.keyCode, event.characters(byApplyingModifiers: []))
            MainActor.assumeIsolated { heard(combination, KeyLayout { $0 == code ? typed : nil }) }
            // Heard here, it does nothing else.
            return nil
        }
    }

    func stop() {
        if let monitor { NSEvent.removeMonitor(monitor) }
        monitor = nil
    }
}
