/// What quitting does, in this order, and how long each step may take. Answers and drafts are words, so each has time of its
/// own; memory is freed by the end of the process anyway.
public enum QuitStep: CaseIterable, Sendable {
    /// What came of answers is written.
    case stopAnswers
    /// What is being written to be sent is kept.
    case writeDrafts
    case unload

    /// Of all that time since quitting began, by when the step must be over.
    public var deadline: Duration {
        switch self {
        case .stopAnswers: .milliseconds(2000)
        case .writeDrafts: .milliseconds(2700)
        case .unload: .milliseconds(3000)
        }
    }
}

/// Runs the steps of quitting. It is over after three seconds, whatever hangs.
@MainActor
public struct QuitPlan {
    public typealias Work = @MainActor @Sendable () async -> Void

    private let clock: any Clock<Duration>
    private let work: [QuitStep: Work]

    public init(clock: any Clock<Duration> = ContinuousClock(), _ work: [QuitStep: Work]) {
        self.clock = clock
        self.work = work
    }

    /// The steps that came to their end. One that did not is left behind, and the next begins.
    public func run() async -> [QuitStep] {
        var ended: [QuitStep] = []
        var begun = Duration.zero
        for step in QuitStep.allCases {
            guard let work = work[step] else { continue }
            let (clock, limit) = (clock, step.deadline - begun)
            let before = measure(clock)
            if await finishes(work, within: limit, by: clock) { ended.append(step) }
            begun += before()
        }
        return ended
    }

    /// Whether the work is over in time. No group, for that would wait for work that hangs.
    private func finishes(_ work: @escaping Work, within limit: Duration, by clock: any Clock<Duration>) async -> Bool {
        let (results, continuation) = AsyncStream<Bool>.makeStream()
        let working = Task {
            await work()
            continuation.yield(true)
        }
        let alarm = Task {
            try? await clock.sleep(for: limit, tolerance: nil)
            continuation.yield(false)
        }
        defer {
            working.cancel()
            alarm.cancel()
        }
        for await result in results { return result }
        return false
    }
}

/// How much time has passed since now.
private func measure<C: Clock>(_ clock: C) -> @Sendable () -> Duration where C.Duration == Duration {
    let begun = clock.now
    return { begun.duration(to: clock.now) }
}
