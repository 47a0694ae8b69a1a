import Core

extension WindowModel {
    /// Does what the button of a notice offers.
    func perform(_ action: ErrorNotice.Action) {
        switch action {
        case .tryAgain: conversation.retry()
        case .shorten: conversation.retryShortened()
        case .loadAnyway: conversation.retryLoadingAnyway()
        case .chooseModel: sheet = .models
        case .changeSettings: sheet = .chatSettings
        case .repairChats: sidebar.question = .repair
        case .chooseCompanion, .fetchAgain, .enterToken, .acceptTerms, .openNetworkSettings, .showStorage,
            .chooseFolder, .relaunch:
            app.perform(action, about: conversation.model)
        }
    }
}
