import Core

/// Something that ends a private chat, until the user has said yes or no.
@MainActor
final class Departure {
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

    init(
        reason: Reason, answer: @escaping @MainActor (_ goes: Bool) -> Void, closed: @escaping @MainActor () -> Void
    ) {
        (self.reason, self.answer, self.closed) = (reason, answer, closed)
    }
}

extension WindowModel {
    /// Asks whether Tandem may end with what is lost then, and waits for the answer. None within the time is a no. While the
    /// user is asked already, that answer counts for both.
    func askToQuit(_ losses: String, within time: Duration) async -> Bool {
        if let asked = app.askedToQuit { return await asked.wait() }
        // What lies over the window would keep the question from being seen.
        (sheet, sidebar.sheet, arrival) = (nil, nil, nil)
        field.bringWindowToFront()
        let answer = FirstAnswer()
        app.askedToQuit = answer
        // Closed by a key, the dialog may say nothing; by a button, it may say so only a moment afterward.
        let question = Departure(
            reason: .quitting(losses), answer: answer.give, closed: { answer.give(false, after: .milliseconds(50)) })
        ask(question)
        answer.give(false, after: time)
        let goes = await answer.wait()
        app.askedToQuit = nil
        // By now another one may be asked.
        if !goes { takeBack(question) }
        return goes
    }
}

/// An answer that is waited for. The first one counts.
@MainActor
final class FirstAnswer {
    private var answer: Bool?
    private var waiting: [CheckedContinuation<Bool, Never>] = []
    private let tasks = Tasks()

    func give(_ goes: Bool) {
        guard answer == nil else { return }
        answer = goes
        for waiter in waiting { waiter.resume(returning: goes) }
        waiting = []
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
        return await withCheckedContinuation { waiting.append($0) }
    }
}
