import EngineKit
import Foundation

/// An error as it is shown: one line, and a button that helps.
public struct ErrorNotice: Equatable, Sendable {
    /// What the button does.
    public enum Action: Equatable, Sendable {
        case tryAgain, chooseModel, chooseCompanion, fetchAgain, loadAnyway, changeSettings, shorten, enterToken
        case acceptTerms, openNetworkSettings, showStorage, chooseFolder, repairChats, relaunch
    }

    public let message: String
    public let action: Action?
    public let actionTitle: String?

    /// `offers` tells which buttons would do something here.
    public init(_ error: EngineError, offers: (Action) -> Bool = { _ in true }) {
        self.init(ErrorWords.sentence(error), Self.action(error.remedy).flatMap { offers($0) ? $0 : nil })
    }

    init(_ message: String, _ action: Action?) {
        self.message = message
        self.action = action
        actionTitle = action.map(Self.title)
    }

    /// The engine's messages are clauses; a notice is a sentence.
    static func sentence(_ text: String) -> String {
        let sentence = text.prefix(1).uppercased() + text.dropFirst()
        return sentence.last.map { ".!?。！？".contains($0) } == true ? sentence : sentence + "."
    }

    /// Whether only a new start of the app helps. Everything is on the disk by then.
    public static func needsRelaunch(_ error: EngineError) -> Bool { error.remedy == .restart }

    private static func action(_ remedy: EngineError.Remedy) -> Action? {
        switch remedy {
        case .nothing: nil
        case .tryAgain: .tryAgain
        case .chooseModel: .chooseModel
        case .chooseCompanion: .chooseCompanion
        case .fetchAgain: .fetchAgain
        case .loadAnyway: .loadAnyway
        case .changeRequest: .changeSettings
        case .shorten: .shorten
        case .enterToken: .enterToken
        case .acceptTerms: .acceptTerms
        case .checkNetwork: .openNetworkSettings
        case .freeSpace: .showStorage
        case .chooseFolder: .chooseFolder
        case .repairChats: .repairChats
        // Nothing looks for a newer Tandem yet; the message says that one is needed.
        case .updateTandem: nil
        case .restart: .relaunch
        }
    }

    private static func title(_ action: Action) -> String {
        switch action {
        case .tryAgain: String(localized: "Try Again")
        case .chooseModel: String(localized: "Choose Model…")
        case .chooseCompanion: String(localized: "Choose Companion…")
        case .fetchAgain: String(localized: "Download Again")
        case .loadAnyway: String(localized: "Load Anyway")
        case .changeSettings: String(localized: "Chat Settings…")
        case .shorten: String(localized: "Leave Out the Beginning")
        case .enterToken: String(localized: "Enter Token…")
        case .acceptTerms: String(localized: "Open the Model’s Page")
        case .openNetworkSettings: String(localized: "Network Settings…")
        case .showStorage: String(localized: "Show Storage…")
        case .chooseFolder: String(localized: "Choose Folder…")
        case .repairChats: String(localized: "Repair Chats…")
        case .relaunch: String(localized: "Relaunch Tandem")
        }
    }
}
