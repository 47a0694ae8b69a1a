import EngineKit

extension ConversationStore {
    /// What went wrong last.
    public struct Failure: Equatable, Sendable {
        public let error: EngineError
        /// The question to answer again, if it was about an answer.
        public let question: Int64?
        /// What could not be sent, and stays where it was written.
        public var unsent: Unsent?

        public enum Unsent: Sendable { case message, edit }

        /// What is told of it. What cannot be repeated from here has no button.
        public var notice: ErrorNotice {
            ErrorNotice(error) { action in
                switch action {
                case .tryAgain: question != nil || unsent != nil
                case .shorten, .loadAnyway: question != nil
                default: true
                }
            }
        }
    }
}
