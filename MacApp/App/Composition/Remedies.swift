import Core
import Foundation

extension AppModel {
    /// Does what the button of an error offers, where that concerns the whole app; `false` where it does not.
    /// `repository` is what the error is about.
    @discardableResult
    func perform(_ action: ErrorNotice.Action, about repository: String? = nil) -> Bool {
        let opener = services.system.citizen.opener
        switch action {
        case .relaunch: relaunch()
        case .enterToken, .chooseFolder:
            wantedSettings = action == .enterToken ? .privacy : .models
            openWindow?(.settings)
        case .chooseModel, .chooseCompanion, .fetchAgain:
            wantedChoice = repository.map { action == .fetchAgain ? .page($0) : .named($0) }
            openWindow?(.models)
        case .acceptTerms:
            guard let page = repository.flatMap(OutsidePlace.page(of:)) else { return false }
            opener.open(page)
        case .openNetworkSettings: if let place = OutsidePlace.network { opener.open(place) }
        case .showStorage: if let place = OutsidePlace.storage { opener.open(place) }
        case .tryAgain, .loadAnyway, .changeSettings, .shorten, .repairChats: return false
        }
        return true
    }
}
