import Foundation

/// One setting: its name in the file, and how it is read and written.
struct SettingsField: Sendable {
    let name: String
    /// Takes a value over; `false` if it is none that this setting can have.
    let read: @Sendable (JSONValue, inout Settings) -> Bool
    let write: @Sendable (Settings) -> JSONValue

    private init<Value: Sendable>(
        _ name: String, _ path: WritableKeyPath<Settings, Value> & Sendable,
        from: @escaping @Sendable (JSONValue) -> Value?, to: @escaping @Sendable (Value) -> JSONValue
    ) {
        self.name = name
        read = { json, settings in
            guard let value = from(json) else { return false }
            settings[keyPath: path] = value
            return true
        }
        write = { to($0[keyPath: path]) }
    }

    private static func flag(_ name: String, _ path: WritableKeyPath<Settings, Bool> & Sendable) -> Self {
        Self(name, path, from: \.bool, to: { .bool($0) })
    }

    private static func word<Word: RawRepresentable<String> & Sendable>(
        _ name: String, _ path: WritableKeyPath<Settings, Word> & Sendable
    ) -> Self {
        Self(name, path, from: { $0.string.flatMap(Word.init(rawValue:)) }, to: { .string($0.rawValue) })
    }

    private static func whole(
        _ name: String, _ path: WritableKeyPath<Settings, Int> & Sendable, _ range: ClosedRange<Int>
    ) -> Self {
        Self(
            name, path, from: { $0.integer.flatMap(Int.init(exactly:)).flatMap { range ~= $0 ? $0 : nil } },
            to: { .integer(Int64($0)) })
    }

    static let all: [Self] = [
        Self(
            "defaultModel", \.defaultModel,
            from: { $0.string.flatMap { $0.isEmpty || $0.utf8.count > 1024 ? nil : $0 } }, to: { .string($0) }),
        Self(
            "speculation", \.speculation, from: { $0.string.flatMap(SpeculationChoice.init(word:)) },
            to: { .string($0.word) }),
        Self("measured", \.measured, from: measured(in:), to: json(of:)),
        word("thinking", \.thinking),
        flag("showsThinkingAtOnce", \.showsThinkingAtOnce),
        flag("tintsDrafts", \.tintsDrafts),
        flag("showsStatistics", \.showsStatistics),
        flag("showsAnswerStatistics", \.showsAnswerStatistics),
        whole("idleUnloadMinutes", \.idleUnloadMinutes, 0...1440),
        word("sendKey", \.sendKey),
        word("appearance", \.appearance),
        Self(
            "textSize", \.textSize, from: { $0.number.flatMap { TextSize.range ~= $0 ? $0 : nil } },
            to: { .number($0) }),
        flag("notifies", \.notifies),
        flag("showsMenuBarItem", \.showsMenuBarItem),
        flag("launchesAtLogin", \.launchesAtLogin),
        Self("hotKey", \.hotKey, from: hotKey(in:), to: json(of:)),
        flag("hotKeyIsOn", \.hotKeyIsOn),
        flag("quickPromptClosesWithoutFocus", \.quickPromptClosesWithoutFocus),
        whole("quickPromptKeepsMinutes", \.quickPromptKeepsMinutes, 0...1440),
        flag("quickPromptKeepsChats", \.quickPromptKeepsChats),
        word("logLevel", \.logLevel),
        word("onboarding", \.onboarding),
        Self("firstModel", \.firstModel, from: name(in:), to: { $0.map { .string($0) } ?? .null }),
    ]

    /// An entry that is not understood is left out; it can be measured again.
    private static func measured(in json: JSONValue) -> [String: MeasuredDepth]? {
        guard case .object(let models) = json else { return nil }
        return models.compactMapValues { value in
            guard case .object(let parts) = value, let depth = parts["depth"]?.integer.flatMap(Int.init(exactly:)),
                0...SpeculationChoice.depths.upperBound ~= depth, let gain = parts["gain"]?.number, gain > 0,
                let companion = parts["companion"]?.string, let date = parts["date"]?.number
            else { return nil }
            return MeasuredDepth(
                depth: depth, gain: gain, companion: companion, date: Date(timeIntervalSince1970: date),
                isUsed: parts["used"]?.bool ?? false)
        }
    }

    private static func json(of measured: [String: MeasuredDepth]) -> JSONValue {
        .object(
            measured.mapValues {
                .object([
                    "depth": .integer(Int64($0.depth)), "gain": .number($0.gain), "companion": .string($0.companion),
                    "date": .number($0.date.timeIntervalSince1970), "used": .bool($0.isUsed),
                ])
            })
    }

    /// Null is a value: none is waited for.
    private static func name(in json: JSONValue) -> String?? {
        switch json {
        case .null: .some(nil)
        case .string(let name) where !name.isEmpty && name.utf8.count <= 1024: name
        default: nil
        }
    }

    /// Null is a value: no hot key.
    private static func hotKey(in json: JSONValue) -> KeyCombination?? {
        switch json {
        case .null: return .some(nil)
        case .object(let parts):
            guard let code = parts["keyCode"]?.integer.flatMap(UInt16.init(exactly:)),
                let modifiers = parts["modifiers"]?.integer.flatMap(UInt8.init(exactly:)), modifiers < 16
            else { return nil }
            return KeyCombination(keyCode: code, modifiers: KeyModifiers(rawValue: modifiers))
        default: return nil
        }
    }

    private static func json(of hotKey: KeyCombination?) -> JSONValue {
        guard let hotKey else { return .null }
        return .object([
            "keyCode": .integer(Int64(hotKey.keyCode)), "modifiers": .integer(Int64(hotKey.modifiers.rawValue)),
        ])
    }
}

/// Sizes of text, by steps.
public enum TextSize {
    public static let range = 0.7...2.0
    static let steps = [0.7, 0.8, 0.9, 1.0, 1.1, 1.25, 1.5, 1.75, 2.0]

    public static func bigger(than size: Double) -> Double { steps.first { $0 > size + 0.001 } ?? range.upperBound }
    public static func smaller(than size: Double) -> Double { steps.last { $0 < size - 0.001 } ?? range.lowerBound }
}
