import Foundation

/// How much of what the model reads at once a text takes.
public struct ContextGauge: Equatable, Sendable {
    public enum Level: Sendable { case unknown, calm, near, over }

    /// Tokens of the conversation so far.
    public var used: Int
    /// Tokens of what is being written, estimated.
    public var draft: Int
    /// What the model reads at once; 0 while no model is loaded.
    public var context: Int

    public init(used: Int = 0, draft: Int = 0, context: Int = 0) {
        self.used = max(0, used)
        self.draft = max(0, draft)
        self.context = max(0, context)
    }

    /// May be over 1: then something has to go.
    public var fraction: Double { context > 0 ? (Double(used) + Double(draft)) / Double(context) : 0 }

    public var level: Level {
        if context == 0 { return .unknown }
        return fraction > 1 ? .over : fraction >= 0.8 ? .near : .calm
    }

    public var text: String { context > 0 ? Format.percent(Double(used) + Double(draft), of: Double(context)) : "–" }

    public var explanation: String {
        switch level {
        case .unknown: String(localized: "How much the model reads at once is known when it is loaded.")
        case .calm:
            String(localized: "\(text) of what the model reads at once, about \(used + draft) of \(context) tokens.")
        case .near:
            String(
                localized: "\(text) of what the model reads at once. Long chats get slower; a new chat begins afresh.")
        case .over:
            String(
                localized: """
                    \(text) of what the model reads at once. The first messages would be left out; shorten the text, or \
                    begin a new chat.
                    """)
        }
    }

    /// About how many tokens a text is: an average of what tokenizers make of English and of other scripts.
    public static func estimate(_ text: String) -> Int {
        var narrow = 0
        var wide = 0
        for byte in text.utf8 {
            // A scalar of two bytes and more is counted by its first one.
            if byte < 0x80 { narrow += 1 } else if byte >= 0xC0 { wide += 1 }
        }
        return (narrow + 3) / 4 + (wide * 2 + 2) / 3
    }
}
