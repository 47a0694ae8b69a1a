import EngineKit
import Foundation

extension ErrorNotice {
    /// An answer that is seen is not on the disk.
    public static func notKept(_ error: EngineError) -> ErrorNotice {
        ErrorNotice(sentence(String(localized: "The answer is not on the disk yet: \(error.message)")), .tryAgain)
    }
}
