import Foundation
internal import TandemBindings

extension Date {
    /// The store's times are milliseconds since 1970.
    init(milliseconds: Int64) {
        self.init(timeIntervalSince1970: Double(milliseconds) / 1000)
    }

    var milliseconds: Int64 {
        let exact = (timeIntervalSince1970 * 1000).rounded()
        // The farthest date of Foundation is far from the limits of 64 bits, but a date can be made of anything.
        return Int64(exactly: exact) ?? (exact < 0 ? .min : .max)
    }
}

extension Chat {
    init(_ info: ChatInfo) {
        let origin: TitleOrigin =
            switch info.titleOrigin {
            case .none: .none
            case .words: .words
            case .model: .model
            case .user: .user
            }
        self.init(
            id: info.id, title: info.title, titleOrigin: origin, folder: info.folder, systemPrompt: info.systemPrompt,
            model: info.model, parameters: info.parameters, createdAt: Date(milliseconds: info.createdAt),
            updatedAt: Date(milliseconds: info.updatedAt), pinnedAt: info.pinnedAt.map { Date(milliseconds: $0) },
            trashedAt: info.trashedAt.map { Date(milliseconds: $0) })
    }
}

extension Chat.TitleOrigin {
    var bridged: TitleOrigin {
        switch self {
        case .none: .none
        case .words: .words
        case .model: .model
        case .user: .user
        }
    }
}

extension TitleSubject {
    var bridged: TandemBindings.TitleSubject {
        TandemBindings.TitleSubject(question: question, answer: answer)
    }
}

extension NewChat {
    var bridged: NewChatRecord {
        NewChatRecord(systemPrompt: systemPrompt, model: model, parameters: parameters, folder: folder)
    }
}

extension ChatShelf {
    var bridged: TandemBindings.ChatShelf {
        switch self {
        case .all: .all
        case .folder(let id): .folder(id: id)
        case .trash: .trash
        }
    }
}

extension ChatMessage.Role {
    init(_ role: MessageRole) {
        self =
            switch role {
            case .system: .system
            case .user: .user
            case .assistant: .assistant
            case .tool: .tool
            }
    }

    var bridged: MessageRole {
        switch self {
        case .system: .system
        case .user: .user
        case .assistant: .assistant
        case .tool: .tool
        }
    }
}

extension ChatMessage {
    init(_ record: MessageRecord) {
        let state: State =
            switch record.state {
            case .complete: .complete
            case .streaming: .streaming
            case .cut: .cut
            }
        self.init(
            id: record.id, parent: record.parent, role: Role(record.role), state: state, text: record.content,
            thinking: record.thinking)
        chosen = record.chosen
        toolCalls = record.toolCalls
        toolCallID = record.toolCallId
        model = record.model
        finishReason = record.finishReason
        statistics = record.statistics
        createdAt = Date(milliseconds: record.createdAt)
        attachments = record.attachments.map { TextAttachment($0) }
    }
}

extension TextAttachment {
    init(_ attachment: TandemBindings.TextAttachment) {
        self.init(name: attachment.name, text: attachment.content)
    }

    var bridged: TandemBindings.TextAttachment {
        TandemBindings.TextAttachment(name: name, content: text)
    }
}

extension MessageDraft {
    var bridged: TandemBindings.MessageDraft {
        TandemBindings.MessageDraft(
            role: role.bridged, content: text, toolCallId: toolCallID, attachments: attachments.map(\.bridged))
    }
}

extension Conversation {
    init(_ record: ConversationRecord) {
        self.init(chat: Chat(record.chat), messages: record.messages.map { ChatMessage($0) }, path: record.path)
    }
}

extension AnswerPiece {
    var bridged: PieceRecord {
        switch self {
        case .text(let text): .content(text: text)
        case .thinking(let text): .thinking(text: text)
        case .toolCall(let call): .toolCall(call: call)
        }
    }
}

extension ChatHit {
    init(_ result: SearchResult) {
        let snippet = result.snippet
        let place = { (offset: UInt64) -> String.Index? in
            let start = snippet.utf8.startIndex
            guard let offset = Int(exactly: offset),
                let index = snippet.utf8.index(start, offsetBy: offset, limitedBy: snippet.utf8.endIndex)
            else { return nil }
            return index.samePosition(in: snippet.unicodeScalars)
        }
        let matches = result.matches.compactMap { match -> Range<String.Index>? in
            guard let start = place(match.start), let end = place(match.end), start <= end else { return nil }
            return start..<end
        }
        self.init(
            chat: result.chat, title: result.title, message: result.message,
            role: result.role.map { ChatMessage.Role($0) }, snippet: snippet, matches: matches,
            createdAt: Date(milliseconds: result.createdAt))
    }
}

extension ChatImport {
    init(_ report: ImportedChats) {
        self.init(
            added: report.added, present: report.present, skipped: report.skipped,
            reasons: report.reasons.map { Skipped(nth: $0.nth, reason: $0.reason) })
    }
}

extension ChatsCondition {
    init(_ condition: TandemBindings.ChatsCondition) {
        self =
            switch condition {
            case .healthy: .healthy
            case .readOnly(let reason): .readOnly(reason)
            case .salvaged(let chats, let messages, let source):
                .salvaged(chats: chats, messages: messages, source: source)
            }
    }
}

extension DeletedMessages {
    init(_ deleted: TandemBindings.DeletedMessages) {
        self.init(count: deleted.count, shown: deleted.shown)
    }
}
