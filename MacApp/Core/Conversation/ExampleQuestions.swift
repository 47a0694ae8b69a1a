/// What an empty chat offers to begin with.
public enum ExampleQuestions {
    public static var all: [String] {
        [
            String(localized: "Tell me a short story about a cat and a lighthouse."),
            String(localized: "What should I look at when I compare two rental contracts?"),
            String(localized: "Explain how a rainbow comes about, in three sentences."),
        ]
    }
}
