import Core

/// Something that ends a private chat, until the user has said yes or no.
struct Departure {
    enum Reason: Equatable {
        case anotherChat
        /// With what is lost then.
        case quitting(String)
    }

    let reason: Reason
    /// Told whether it may.
    let answer: @MainActor (_ goes: Bool) -> Void
    /// The question is gone from the screen, whatever was answered.
    let closed: @MainActor () -> Void
}

extension WindowModel {
    /// Asks whether Tandem may end with what is lost then, and waits for the answer. None within the time is a no.
    func askToQuit(_ losses: String, within time: Duration) async -> Bool {
        // What lies over the window would keep the question from being seen.
        (sheet, sidebar.sheet, arrival) = (nil, nil, nil)
        field.bringWindowToFront()
        let answer = FirstAnswer()
        // Closed by a key, the dialog may say nothing; by a button, it may say so only afterward.
        ask(Departure(reason: .quitting(losses), answer: answer.give, closed: { answer.give(false, after: .seconds(1)) }))
        answer.give(false, after: time)
        let goes = await answer.wait()
        if !goes { takeBackQuestion() }
        return goes
    }
}

/// An answer that is waited for. The first one counts.
@MainActor
private final class FirstAnswer {
    private var answer: Bool?
    private var waiting: CheckedContinuation<Bool, Never>?
    private let tasks = Tasks()

    func give(_ goes: Bool) {
        guard answer == nil else { return }
        answer = goes
        waiting?.resume(returning: goes)
        waiting = nil
    }

    /// Gives an answer unless there is one by then.
    func give(_ goes: Bool, after time: Duration) {
        tasks.run { [weak self] in
            try? await Task.sleep(for: time)
            if !Task.isCancelled { self?.give(goes) }
        }
    }

    func wait() async -> Bool {
        if let answer { return answer }
        return await withCheckedContinuation { waiting = $0 }
    }
}
