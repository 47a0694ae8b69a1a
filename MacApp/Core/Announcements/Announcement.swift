/// Something that VoiceOver says though nobody moved to it.
public struct Announcement: Equatable, Sendable {
    /// As the system knows it: whether it waits for what is being said.
    public enum Priority: Sendable { case low, medium, high }

    /// Of those about the same thing only the newest is said, if they come while one waits.
    public enum Subject: Hashable, Sendable { case answer, download, find, chats }

    public let text: String
    public let subject: Subject
    public let priority: Priority
    /// How long to wait for a newer one before it is said.
    public let delay: Duration

    init(_ text: String, _ subject: Subject, _ priority: Priority = .medium, after delay: Duration = .zero) {
        self.text = text
        self.subject = subject
        self.priority = priority
        self.delay = delay
    }
}
