import EngineKit

extension ErrorNotice {
    /// An answer that is seen is not on the disk.
    public static func notKept(_ error: EngineError) -> ErrorNotice {
        ErrorNotice(
            EngineError(
                kind: error.kind, message: String(localized: "The answer is not on the disk yet: \(error.message)"),
                detail: error.detail, remedy: .tryAgain))
    }
}
