import EngineKit

/// A piece of a chat as it is shown, in which something can be found.
public struct FindPassage: Equatable, Sendable {
    /// Where it is.
    public struct Place: Hashable, Sendable {
        public enum Part: Hashable, Sendable { case text, thinking }

        public let message: Int64
        public let part: Part
        /// The block of the transcript; `nil` for a message that is shown as it was written.
        public let block: TranscriptBlock.ID?

        public init(message: Int64, part: Part = .text, block: TranscriptBlock.ID? = nil) {
            self.message = message
            self.part = part
            self.block = block
        }
    }

    public let place: Place
    public let text: String

    public init(_ place: Place, _ text: String) {
        self.place = place
        self.text = text
    }

    /// A message that is shown as it was written.
    public static func written(_ message: ChatMessage) -> Self {
        Self(Place(message: message.id), message.text)
    }
}

extension Transcript {
    /// What of an answer is on the screen: its thinking only where that is open.
    public func passages(of message: Int64) -> [FindPassage] {
        (thinking.isOpen ? thoughts.passages(of: message, .thinking) : []) + answer.passages(of: message, .text)
    }
}

extension Transcript.Blocks {
    func passages(of message: Int64, _ part: FindPassage.Place.Part) -> [FindPassage] {
        (settled + tail).map {
            FindPassage(FindPassage.Place(message: message, part: part, block: $0.id), $0.plainText)
        }
    }
}
