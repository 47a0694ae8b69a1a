import AppKit
import Core
import Dispatch

/// Tells when the Mac runs short of memory.
@MainActor
protocol MemoryPressureSource: AnyObject {
    func watch(_ tell: @escaping @MainActor (MemoryPressurePolicy.Level) -> Void)
}

final class LiveMemoryPressureSource: MemoryPressureSource {
    private var source: (any DispatchSourceMemoryPressure)?

    func watch(_ tell: @escaping @MainActor (MemoryPressurePolicy.Level) -> Void) {
        let source = DispatchSource.makeMemoryPressureSource(eventMask: .all, queue: .main)
        source.setEventHandler { [weak self] in
            MainActor.assumeIsolated {
                guard let event = self?.source?.data else { return }
                tell(event.contains(.critical) ? .critical : event.contains(.warning) ? .warning : .normal)
            }
        }
        source.resume()
        self.source = source
    }
}
