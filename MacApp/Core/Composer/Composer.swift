import EngineKit
import Foundation

/// What is being written in a chat, before it is said.
public struct Composer: Equatable, Sendable {
    /// Files that can come with one message.
    public static let mostFiles = 20
    /// Bytes of all of them together; the engine itself takes up to 8 MB of each.
    public static let mostBytes = 16 << 20
    /// Longest text, in bytes. Beyond that a text field gets slow, and a file is the better way.
    public static let longestText = 1 << 20

    public struct File: Equatable, Sendable, Identifiable {
        public enum State: Equatable, Sendable {
            case reading
            case read(TextAttachment)
        }

        public let id: Int
        public let path: String
        public internal(set) var state = State.reading
        /// Estimated when it is read: this is asked for at each key.
        fileprivate var tokens = 0

        public var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    }

    /// Something that was dropped or pasted.
    public enum Item: Equatable, Sendable {
        case text(String)
        case file(String)
        /// A picture, or anything else that is no text.
        case other
    }

    public enum Event: Sendable {
        case type(String)
        case `return`(KeyPress)
        /// The button.
        case send
        case stop
        case drop([Item])
        case read(file: Int, Result<TextAttachment, EngineError>)
        case removeFile(Int)
        case answering(Bool)
        /// What was sent is on the disk, or is not.
        case sent(Bool)
        /// Another chat, with what was being written in it.
        case open(Draft)
        case dismissNotice
    }

    public enum Effect: Equatable, Sendable {
        case read(file: Int, path: String)
        case send(MessageDraft)
        case stop
        /// Puts a text where the cursor is; the field then tells by ``Event/type(_:)``.
        case insert(String)
        case keep(Draft)
    }

    public var sendKey = Settings.SendKey.return
    public private(set) var text = ""
    public private(set) var files: [File] = []
    public private(set) var isAnswering = false
    /// What is being sent, and not on the disk yet.
    private var sending: Sending?
    /// Why something was not taken.
    public private(set) var notice: String?
    private var nextFile = 0

    private struct Sending: Equatable {
        let text: String
        let files: Set<Int>
    }

    public init() {}

    public var isSending: Bool { sending != nil }

    public var isReading: Bool { files.contains { $0.state == .reading } }

    public var canSend: Bool { holdsMessage && !isAnswering }

    /// Whether what is written can be said, once it is the user's turn.
    public var holdsMessage: Bool {
        let isEmpty = text.allSatisfy(\.isWhitespace) && files.isEmpty
        return !isEmpty && !isSending && !isReading && text.utf8.count <= Self.longestText
    }

    public var draft: Draft { Draft(text: text, files: files.map(\.path)) }

    /// Tokens that it adds to the conversation, estimated.
    public var tokens: Int { files.reduce(ContextGauge.estimate(text)) { $0 + $1.tokens } }

    public mutating func apply(_ event: Event) -> [Effect] {
        switch event {
        case .type(let text): return type(text)
        case .return(let press): return press.sends(sendKey) ? send() : []
        case .send: return send()
        case .stop: return isAnswering ? [.stop] : []
        case .drop(let items): return drop(items)
        case .read(let file, let result): return read(file, result)
        case .removeFile(let id):
            files.removeAll { $0.id == id }
            notice = nil
            return [.keep(draft)]
        case .answering(let isAnswering):
            self.isAnswering = isAnswering
            return []
        case .sent(let isKept): return sent(isKept)
        case .open(let draft): return open(draft)
        case .dismissNotice:
            notice = nil
            return []
        }
    }

    private var attachments: [TextAttachment] {
        files.compactMap { if case .read(let attachment) = $0.state { attachment } else { nil } }
    }

    private mutating func type(_ new: String) -> [Effect] {
        guard new != text else { return [] }
        text = new
        notice = new.utf8.count > Self.longestText ? ComposerWords.textTooLong(new.utf8.count) : nil
        return [.keep(draft)]
    }

    private mutating func send() -> [Effect] {
        guard canSend else {
            if text.utf8.count > Self.longestText { notice = ComposerWords.textTooLong(text.utf8.count) }
            return []
        }
        sending = Sending(text: text, files: Set(files.map(\.id)))
        notice = nil
        return [.send(MessageDraft(text: text, attachments: attachments))]
    }

    private mutating func sent(_ isKept: Bool) -> [Effect] {
        guard let sending else { return [] }
        self.sending = nil
        // What is not on the disk stays here.
        guard isKept else { return [] }
        // What was typed and dropped meanwhile belongs to the next message.
        if text.hasPrefix(sending.text) { text.removeFirst(sending.text.count) }
        files.removeAll { sending.files.contains($0.id) }
        return [.keep(draft)]
    }

    private mutating func drop(_ items: [Item]) -> [Effect] {
        var effects: [Effect] = []
        notice = nil
        for item in items {
            switch item {
            case .text(let text):
                guard self.text.utf8.count + text.utf8.count <= Self.longestText else {
                    notice = ComposerWords.textTooLong(self.text.utf8.count + text.utf8.count)
                    continue
                }
                effects.append(.insert(text))
            case .file(let path):
                // The same file twice is a slip.
                if files.contains(where: { $0.path == path }) { continue }
                guard files.count < Self.mostFiles else {
                    notice = ComposerWords.tooManyFiles(Self.mostFiles)
                    continue
                }
                effects.append(add(path))
            case .other: notice = ComposerWords.noText
            }
        }
        return effects
    }

    private mutating func add(_ path: String) -> Effect {
        nextFile += 1
        files.append(File(id: nextFile, path: path))
        return .read(file: nextFile, path: path)
    }

    private mutating func read(_ id: Int, _ result: Result<TextAttachment, EngineError>) -> [Effect] {
        // It may have been taken away, or another chat opened, meanwhile.
        guard let place = files.firstIndex(where: { $0.id == id }) else { return [] }
        switch result {
        case .success(let attachment):
            let bytes = attachments.reduce(attachment.text.utf8.count) { $0 + $1.text.utf8.count }
            if bytes <= Self.mostBytes {
                files[place].state = .read(attachment)
                files[place].tokens = ContextGauge.estimate(attachment.text)
            } else {
                notice = ComposerWords.filesTooLarge(files[place].name, Self.mostBytes)
                files.remove(at: place)
            }
        case .failure(let error):
            notice = ErrorNotice(error).message
            files.remove(at: place)
        }
        return [.keep(draft)]
    }

    private mutating func open(_ draft: Draft) -> [Effect] {
        (text, files, notice, sending) = (draft.text, [], nil, nil)
        return draft.files.prefix(Self.mostFiles).map { add($0) }
    }
}

public enum ComposerWords {
    public static var draftsNotKept: String {
        String(localized: "What you are writing cannot be kept on the disk now. Send it, or copy it, before you quit.")
    }

    static var noText: String {
        String(localized: "Only text and text files can be added; this model reads no pictures.")
    }

    static func textTooLong(_ bytes: Int) -> String {
        let (size, limit) = (Format.bytes(UInt64(bytes)), Format.bytes(UInt64(Composer.longestText)))
        return String(localized: "The text is \(size) long; up to \(limit) can be written here. Add it as a file.")
    }
    static func tooManyFiles(_ limit: Int) -> String {
        String(localized: "Up to \(limit) files can come with a message.")
    }
    static func filesTooLarge(_ name: String, _ limit: Int) -> String {
        let size = Format.bytes(UInt64(limit))
        return String(
            localized: "“\(name.line(60))” was left out: the files of a message can be up to \(size) together.")
    }
}
