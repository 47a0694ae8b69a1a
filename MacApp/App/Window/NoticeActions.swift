import Core

extension WindowModel {
    /// Does what the button of a notice offers. What belongs to no chat is asked of whoever watches ``requested``.
    func perform(_ action: ErrorNotice.Action) {
        switch action {
        case .tryAgain: conversation.retry()
        case .shorten: conversation.retryShortened()
        case .loadAnyway: conversation.retryLoadingAnyway()
        case .chooseModel: sheet = .models
        case .changeSettings: sheet = .chatSettings
        case .chooseCompanion, .fetchAgain:
            requested = action
            app.openWindow?(.models)
        case .repairChats: sidebar.question = .repair
        case .enterToken, .acceptTerms, .openNetworkSettings, .showStorage, .chooseFolder, .updateTandem,
            .relaunch:
            requested = action
        }
    }
}
