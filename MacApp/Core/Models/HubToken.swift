import EngineKit
import Foundation
import Observation

/// The user's token of the hub, which some models ask for. It is never shown again.
@Observable @MainActor
public final class HubToken {
    public private(set) var isKept = false
    public private(set) var error: EngineError?
    @ObservationIgnored private var changes = 0
    @ObservationIgnored private let library: any ModelLibraryProtocol

    public init(_ library: any ModelLibraryProtocol) {
        self.library = library
    }

    public func read() async {
        let before = changes
        do throws(EngineError) {
            let isKept = try await library.hasToken()
            // What was kept meanwhile is newer than what was read.
            if changes == before { self.isKept = isKept }
        } catch { self.error = error }
    }

    /// `false` if it was not kept.
    public func keep(_ token: String) async -> Bool {
        guard let token = Self.trimmed(token) else { return false }
        return await set(token)
    }

    public func remove() async { _ = await set(nil) }

    /// What was pasted, without what a web page puts around it; `nil` if that is no token.
    public static func trimmed(_ text: String) -> String? {
        let token = text.trimmingWhitespace
        guard (8...512).contains(token.utf8.count), token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            return nil
        }
        return token
    }

    private func set(_ token: String?) async -> Bool {
        error = nil
        do throws(EngineError) {
            try await library.keepToken(token)
            changes += 1
            isKept = token != nil
            return true
        } catch {
            self.error = error
            return false
        }
    }
}
