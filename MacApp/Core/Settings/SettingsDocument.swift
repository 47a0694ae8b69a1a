import Foundation

/// Settings as they are kept: a JSON object with a version. A value that is not understood leaves its setting as it comes
/// and is itself kept, as is everything that only a newer version knows: going back and forth between two versions loses
/// nothing.
public struct SettingsDocument: Equatable, Sendable {
    /// Turns the values of one version into those of the next.
    public typealias Migration = @Sendable (inout [String: JSONValue]) -> Void

    public private(set) var settings: Settings
    /// The names of settings whose value was not understood.
    public private(set) var notUnderstood: [String]
    private var values: [String: JSONValue]

    /// From version 1 to 2, from 2 to 3, and so on. There has been one version so far.
    static let migrations: [Migration] = []
    private static let versionName = "version"

    public init() {
        settings = Settings()
        notUnderstood = []
        values = [:]
    }

    /// `nil` if it is no JSON object at all.
    public init?(_ data: Data) {
        self.init(data, migrations: Self.migrations)
    }

    init?(_ data: Data, migrations: [Migration]) {
        guard var values = JSONValue.object(in: data) else { return nil }
        let version = max(1, values[Self.versionName]?.integer.flatMap(Int.init(exactly:)) ?? 1)
        if version <= migrations.count {
            for migration in migrations[(version - 1)...] { migration(&values) }
            values[Self.versionName] = .integer(Int64(migrations.count + 1))
        }
        var settings = Settings()
        notUnderstood = SettingsField.all.compactMap { field in
            guard let value = values[field.name], !field.read(value, &settings) else { return nil }
            return field.name
        }
        self.settings = settings
        self.values = values
    }

    public mutating func change(_ change: (inout Settings) -> Void) {
        let before = settings
        change(&settings)
        for field in SettingsField.all {
            let value = field.write(settings)
            guard value != field.write(before) else { continue }
            values[field.name] = value
            notUnderstood.removeAll { $0 == field.name }
        }
    }

    public var data: Data {
        var values = values
        // That of a newer version stays: it is what the other values are to be read by.
        if values[Self.versionName]?.integer == nil {
            values[Self.versionName] = .integer(Int64(Self.migrations.count + 1))
        }
        return JSONValue.object(values).data
    }
}
