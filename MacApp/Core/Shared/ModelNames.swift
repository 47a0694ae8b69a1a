import Foundation

/// Names of models.
public enum ModelNames {
    /// The model that comes with Tandem.
    public static let builtIn = "pocket"

    /// Whether it has the form of a repository's name on the hub, `owner/name`.
    public static func isRepository(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return parts.count == 2
            && parts.allSatisfy { part in
                guard let first = part.utf8.first, part.utf8.count <= 96 else { return false }
                return isLetterOrDigit(first) && part.utf8.allSatisfy { isLetterOrDigit($0) || "-_.".utf8.contains($0) }
            }
    }

    /// What a person is shown: a repository without its owner.
    public static func shown(_ name: String) -> String {
        name == builtIn ? String(localized: "Built-in model") : name.split(separator: "/").last.map(String.init) ?? name
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
