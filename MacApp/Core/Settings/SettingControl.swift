import Foundation

/// A setting as the settings window has it; the raw value is its name in the file.
public enum SettingControl: String, CaseIterable, Sendable {
    case appearance, textSize, sendKey, showsThinkingAtOnce, notifies, showsMenuBarItem, launchesAtLogin, onboarding
    case defaultModel, thinking, idleUnloadMinutes
    case speculation, measured, tintsDrafts, showsAnswerStatistics, showsStatistics
    case hotKey, hotKeyIsOn, quickPromptClosesWithoutFocus, quickPromptKeepsMinutes, quickPromptKeepsChats
    case logLevel

    /// When a change begins to count.
    public enum Effect: Equatable, Sendable { case atOnce, nextAnswer, nextStart }

    public var pane: SettingsPane {
        switch self {
        case .appearance, .textSize, .sendKey, .showsThinkingAtOnce, .notifies, .showsMenuBarItem, .launchesAtLogin,
            .onboarding:
            .general
        case .defaultModel, .thinking, .idleUnloadMinutes: .models
        case .speculation, .measured, .tintsDrafts, .showsAnswerStatistics, .showsStatistics: .speculation
        case .hotKey, .hotKeyIsOn, .quickPromptClosesWithoutFocus, .quickPromptKeepsMinutes, .quickPromptKeepsChats:
            .quickPrompt
        case .logLevel: .advanced
        }
    }

    public var effect: Effect {
        switch self {
        case .thinking, .speculation, .defaultModel: .nextAnswer
        case .idleUnloadMinutes: .nextStart
        default: .atOnce
        }
    }

    public var title: String {
        switch self {
        case .appearance: String(localized: "Appearance")
        case .textSize: String(localized: "Text size")
        case .sendKey: String(localized: "Send with")
        case .showsThinkingAtOnce: String(localized: "Show thinking while it comes")
        case .notifies: String(localized: "Notify when Tandem is not in front")
        case .showsMenuBarItem: String(localized: "Show Tandem in the menu bar")
        case .launchesAtLogin: String(localized: "Open at login")
        case .onboarding: String(localized: "Welcome")
        case .defaultModel: String(localized: "Model for new chats")
        case .thinking: String(localized: "Thinking")
        case .idleUnloadMinutes: String(localized: "Free an unused model’s memory")
        case .speculation: String(localized: "Drafts a round")
        case .measured: String(localized: "Measured on this Mac")
        case .tintsDrafts: String(localized: "Tint drafted text")
        case .showsAnswerStatistics: String(localized: "Show numbers under answers")
        case .showsStatistics: String(localized: "Show statistics in new windows")
        case .hotKey: String(localized: "Hot key")
        case .hotKeyIsOn: String(localized: "Use the hot key")
        case .quickPromptClosesWithoutFocus: String(localized: "Close it when another program is clicked")
        case .quickPromptKeepsMinutes: String(localized: "Keep its last answer for")
        case .quickPromptKeepsChats: String(localized: "Keep what it is asked as chats")
        case .logLevel: String(localized: "Log")
        }
    }

    public var explanation: String {
        switch self {
        case .appearance: String(localized: "Light, dark, or as the Mac is.")
        case .textSize: String(localized: "The size of the text in chats.")
        case .sendKey: String(localized: "With ⌘Return, Return alone begins a new line.")
        case .showsThinkingAtOnce:
            String(localized: "What you close stays closed. It can be opened at every answer.")
        case .notifies:
            String(
                localized:
                    "When an answer or a download ends. The beginning of the answer is shown, but nothing of a private chat. macOS asks once whether Tandem may."
            )
        case .showsMenuBarItem: String(localized: "The quick prompt can be opened from there.")
        case .launchesAtLogin:
            String(localized: "No model is loaded before you ask something.")
        case .onboarding: String(localized: "The first steps, as they were when Tandem was opened first.")
        case .defaultModel:
            String(localized: "For chats that have no model of their own. Chats keep the model they were begun with.")
        case .thinking:
            String(
                localized:
                    "Whether the model thinks before it answers, in chats that do not say. It takes longer and is better at hard questions. Counts from the next answer."
            )
        case .idleUnloadMinutes:
            String(
                localized: "It is loaded again with the next question. Counts from the next start of Tandem.")
        case .speculation:
            String(
                localized:
                    "How many tokens the companion drafts before the model checks them. Automatic measures what is fastest here, and drafts nothing where that is. The text is the same. Counts from the next answer."
            )
        case .measured:
            String(localized: "What “Measure on This Mac” in the Model menu found. Forget it to measure anew.")
        case .tintsDrafts: String(localized: "Shows in the answer which words the companion drafted.")
        case .showsAnswerStatistics:
            String(localized: "Speed, time to the first token, and what drafting brought, under each answer.")
        case .showsStatistics: String(localized: "The panel with speed and accepted drafts.")
        case .hotKey:
            String(localized: "Opens the quick prompt from every program. There is none until you choose one.")
        case .hotKeyIsOn: String(localized: "Switched off, the keys are free for other programs.")
        case .quickPromptClosesWithoutFocus: String(localized: "Otherwise it closes with Escape only.")
        case .quickPromptKeepsMinutes:
            String(localized: "When it is opened again within that time, the answer is still there.")
        case .quickPromptKeepsChats: String(localized: "Otherwise nothing of it is kept.")
        case .logLevel:
            String(localized: "How much is written to this Mac’s log. Prompts and answers are never in it.")
        }
    }
}

extension SettingsPane {
    public var title: String {
        switch self {
        case .general: String(localized: "General")
        case .models: String(localized: "Models")
        case .speculation: String(localized: "Speculation")
        case .quickPrompt: String(localized: "Quick Prompt")
        case .privacy: String(localized: "Privacy")
        case .advanced: String(localized: "Advanced")
        }
    }

    /// The name of its picture among the symbols of macOS.
    public var symbol: String {
        switch self {
        case .general: "gearshape"
        case .models: "shippingbox"
        case .speculation: "hare"
        case .quickPrompt: "bolt"
        case .privacy: "hand.raised"
        case .advanced: "slider.horizontal.3"
        }
    }

    /// There is no item in the menu bar yet, and so nothing to show or to hide.
    public var controls: [SettingControl] {
        SettingControl.allCases.filter { $0.pane == self && $0 != .showsMenuBarItem }
    }
}
