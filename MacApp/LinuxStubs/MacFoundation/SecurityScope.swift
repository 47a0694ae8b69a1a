import Foundation

extension URL {
    /// Only what a sandbox has lent; here nothing is.
    public func startAccessingSecurityScopedResource() -> Bool { false }
    public func stopAccessingSecurityScopedResource() {}
}
