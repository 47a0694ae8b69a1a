import Core

extension WindowModel {
    /// Does what the button of a notice offers.
    func perform(_ action: ErrorNotice.Action) {
        switch action {
        case .tryAgain: tryAgain()
        case .shorten: conversation.tryShortened()
        case .loadAnyway: conversation.tryLoadingAnyway()
        case .chooseModel: sheet = .models
        case .changeSettings: sheet = .chatSettings
        case .repairChats: sidebar.question = .repair
        case .chooseCompanion, .fetchAgain, .enterToken, .acceptTerms, .openNetworkSettings, .showStorage,
            .chooseFolder, .relaunch:
            app.perform(action, about: conversation.model)
        }
    }

    /// Does once more what has failed, whatever it was.
    private func tryAgain() {
        switch conversation.failure?.unsent {
        case .message: composer.send(.send)
        case .edit: actions.sendEdit()
        case nil: conversation.tryAgain()
        }
    }
}
