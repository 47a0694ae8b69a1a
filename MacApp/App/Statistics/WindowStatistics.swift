import Core

/// What the statistics lead to.
extension WindowModel {
    /// How the chat drafts from the next answer on.
    var nextDrafting: SpeculationChoice { conversation.parameters.speculation ?? app.settings.settings.speculation }

    /// Does what is advised under an answer.
    func follow(_ advice: SpeculationStatus.Advice) {
        if let choice = advice.choice { setDrafting(choice) }
        switch advice {
        case .switchOn, .letEngineChoose: break
        case .chooseCompanion: app.openWindow?(.models)
        case .measure:
            app.measure.ask(conversation.model)
            app.openWindow?(.measure)
        }
    }

    private func setDrafting(_ choice: SpeculationChoice) {
        var parameters = conversation.parameters
        parameters.speculation = choice
        let (conversation, changed) = (conversation, parameters)
        Task { await conversation.setParameters(changed) }
    }
}
