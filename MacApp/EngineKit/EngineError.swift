import Foundation
internal import TandemBindings

/// Why something could not be done. It never holds text of a prompt or an answer.
public struct EngineError: Error, Equatable, Sendable {
    public enum Kind: CaseIterable, Sendable {
        case notFound, damagedModel, unsupportedModel, companionMismatch, invalidRequest, promptTooLong, doesNotFit
        case outOfMemory, cancelled, network, noAccess, hub, noSpace, files, chats, backend, stopped, internalFault
    }

    /// What to offer the user.
    public enum Remedy: CaseIterable, Sendable {
        case nothing, tryAgain, chooseModel, chooseCompanion, fetchAgain, loadAnyway, changeRequest, shorten
        case enterToken, acceptTerms, checkNetwork, freeSpace, chooseFolder, repairChats, updateTandem, restart
    }

    public let kind: Kind
    /// One line that a person can act on, in English.
    public let message: String
    /// More of it, for the log.
    public let detail: String
    public let remedy: Remedy

    public init(kind: Kind, message: String, detail: String, remedy: Remedy) {
        self.kind = kind
        self.message = message
        self.detail = detail
        self.remedy = remedy
    }
}

extension EngineError: LocalizedError {
    public var errorDescription: String? { message }
}

extension EngineError {
    /// The engine's failure, or, for what the bridge itself throws, a fault of the program.
    init(_ error: any Error) {
        guard case .Failed(let kind, let message, let detail, let remedy)? = error as? Failure else {
            self.init(
                kind: .internalFault, message: "something went wrong inside Tandem; the log says where",
                detail: String(describing: type(of: error)), remedy: .restart)
            return
        }
        self.init(kind: Kind(kind), message: message, detail: detail, remedy: Remedy(remedy))
    }
}

/// Runs a call of the bridge; whatever it throws becomes an ``EngineError``.
func translating<T>(_ call: () throws -> T) throws(EngineError) -> T {
    do { return try call() } catch { throw EngineError(error) }
}

/// As above, for a call that waits.
func translating<T: Sendable>(
    isolation: isolated (any Actor)? = #isolation, _ call: () async throws -> T
) async throws(EngineError) -> T {
    do { return try await call() } catch { throw EngineError(error) }
}

extension EngineError.Kind {
    init(_ kind: FailureKind) {
        self =
            switch kind {
            case .notFound: .notFound
            case .damagedModel: .damagedModel
            case .unsupportedModel: .unsupportedModel
            case .companionMismatch: .companionMismatch
            case .invalidRequest: .invalidRequest
            case .promptTooLong: .promptTooLong
            case .doesNotFit: .doesNotFit
            case .outOfMemory: .outOfMemory
            case .cancelled: .cancelled
            case .network: .network
            case .noAccess: .noAccess
            case .hub: .hub
            case .noSpace: .noSpace
            case .files: .files
            case .chats: .chats
            case .backend: .backend
            case .stopped: .stopped
            case .internal: .internalFault
            }
    }
}

extension EngineError.Remedy {
    init(_ remedy: TandemBindings.Remedy) {
        self =
            switch remedy {
            case .nothing: .nothing
            case .tryAgain: .tryAgain
            case .chooseModel: .chooseModel
            case .chooseCompanion: .chooseCompanion
            case .fetchAgain: .fetchAgain
            case .loadAnyway: .loadAnyway
            case .changeRequest: .changeRequest
            case .shorten: .shorten
            case .enterToken: .enterToken
            case .acceptTerms: .acceptTerms
            case .checkNetwork: .checkNetwork
            case .freeSpace: .freeSpace
            case .chooseFolder: .chooseFolder
            case .repairChats: .repairChats
            case .updateTandem: .updateTandem
            case .restart: .restart
            }
    }
}
