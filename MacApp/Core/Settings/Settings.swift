/// What the user has chosen for the whole app.
public struct Settings: Equatable, Sendable {
    public enum Appearance: String, CaseIterable, Sendable { case system, light, dark }
    public enum SendKey: String, CaseIterable, Sendable { case `return`, commandReturn = "command-return" }
    public enum LogLevel: String, CaseIterable, Sendable { case error, warn, info, debug }

    public var defaultModel = ModelNames.builtIn
    public var speculation = SpeculationChoice.auto
    /// What was measured on this Mac, by model.
    public var measured: [String: MeasuredDepth] = [:]
    public var thinking = ThinkingChoice.off
    /// Show thinking while it comes, unless the user closed it.
    public var showsThinkingAtOnce = false
    public var tintsDrafts = false
    public var showsStatistics = true
    /// Speed and gain under each answer.
    public var showsAnswerStatistics = true
    /// Minutes that an unused model stays in memory; 0 keeps it.
    public var idleUnloadMinutes = 10

    public var sendKey = SendKey.return
    public var appearance = Appearance.system
    /// 1 is the usual size.
    public var textSize = 1.0
    public var notifies = true
    public var showsMenuBarItem = true
    public var launchesAtLogin = false

    /// The global hot key; there is none until the user chooses one.
    public var hotKey: KeyCombination?
    public var hotKeyIsOn = true
    public var quickPromptClosesWithoutFocus = true
    /// Minutes that an answer is still there when the quick prompt is opened again.
    public var quickPromptKeepsMinutes = 5
    /// Keep what the quick prompt was asked as chats.
    public var quickPromptKeepsChats = false

    public var logLevel = LogLevel.info
    public var onboarding = Onboarding.Step.welcome
    /// The model that was wanted in the first steps, until it has come.
    public var firstModel: String?

    public init() {}

    /// As the engine takes it; `nil` keeps a model for ever.
    public var idleUnloadSeconds: UInt64? { idleUnloadMinutes > 0 ? UInt64(idleUnloadMinutes) * 60 : nil }

    /// What to register: nothing while it is switched off, and nothing before the user has chosen.
    public var wantedHotKey: KeyCombination? { hotKeyIsOn ? hotKey : nil }
}

/// How many tokens the companion drafts a round.
public enum SpeculationChoice: Hashable, Sendable {
    case auto, off
    case depth(Int)

    public static let depths = 1...8

    /// In the words of the command line, which keeps the options of a chat in the same form.
    public var word: String {
        switch self {
        case .auto: "auto"
        case .off: "off"
        case .depth(let depth): String(depth)
        }
    }

    public init?(word: String) {
        switch word {
        case "auto": self = .auto
        case "off": self = .off
        default:
            guard let depth = Int(word), Self.depths.contains(depth) else { return nil }
            self = .depth(depth)
        }
    }
}

/// Whether the model thinks before it answers.
public enum ThinkingChoice: String, CaseIterable, Sendable {
    case on, off
    /// As the model's own template says.
    case auto

    /// As an ``AnswerRequest`` takes it.
    public var wish: Bool? {
        switch self {
        case .on: true
        case .off: false
        case .auto: nil
        }
    }
}
