import Core
import EngineKit
import SwiftUI

/// What the model answered, and thought before.
struct AnswerView: View {
    let row: ShownMessage
    let transcript: Transcript
    let window: WindowModel
    let marks: MessageMarks

    var body: some View {
        let message = row.message
        VStack(alignment: .leading, spacing: 8) {
            ThoughtsView(transcript: transcript, marks: marks)
            BlocksView(
                source: BlockSource(transcript: transcript, part: .answer), marks: marks,
                tintsDrafts: window.app.settings.settings.tintsDrafts)
            if message.state == .streaming { AnswerProgress(window: window) }
            if let note = AnswerNote(message), !isExplained { AnswerNoteView(note: note, answer: message.id, window: window) }
            MessageFooter(message: message, window: window)
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }

    /// The notice below the last answer says more.
    private var isExplained: Bool { row.isLast && window.conversation.failure != nil }
}

/// What the model thought: closed until somebody wants to see it.
struct ThoughtsView: View {
    let transcript: Transcript
    let marks: MessageMarks
    @Environment(\.fonts) private var fonts

    var body: some View {
        if transcript.thinking.isThere {
            DisclosureGroup(isExpanded: isOpen) {
                BlocksView(source: BlockSource(transcript: transcript, part: .thoughts), marks: marks)
                    .environment(\.fonts, Fonts(size: fonts.size * 0.93))
                    .padding(.leading, 8)
            } label: {
                if transcript.thinking.isThinking {
                    // So that the seconds go on while nothing else comes.
                    TimelineView(.periodic(from: .now, by: 1)) { _ in title }
                } else {
                    title
                }
            }
            .foregroundStyle(.secondary)
        }
    }

    private var title: some View { Text(verbatim: transcript.thinkingTitle).font(fonts.small) }

    private var isOpen: Binding<Bool> {
        Binding {
            transcript.thinking.isOpen
        } set: { isOpen in
            if isOpen != transcript.thinking.isOpen { transcript.toggleThinking() }
        }
    }
}

/// How far the answer is, as long as there is nothing else to see of it.
struct AnswerProgress: View {
    let window: WindowModel
    @Environment(\.fonts) private var fonts

    var body: some View {
        if let status {
            HStack {
                if let fraction = status.fraction {
                    ProgressView(value: fraction) { Text(verbatim: status.text) }.frame(maxWidth: 240)
                } else {
                    ProgressView().controlSize(.small).accessibilityHidden(true)
                    Text(verbatim: status.text)
                }
            }
            .font(fonts.small)
            .foregroundStyle(.secondary)
        }
    }

    private var status: AnswerStatus? {
        let conversation = window.conversation
        switch conversation.phase {
        case .waiting?:
            return AnswerStatus(
                .waiting, behindAnother: window.app.conversations.isAnswering(besides: conversation))
        case .reading(let done, let total)?: return AnswerStatus(.reading(done: done, total: total))
        case .stopping?: return AnswerStatus(.stopping)
        // The thoughts and the text itself show that.
        case .thinking?, .writing?, nil: return nil
        }
    }
}

/// How an answer ended, if not by itself.
struct AnswerNoteView: View {
    let note: AnswerNote
    let answer: Int64
    let window: WindowModel
    @Environment(\.fonts) private var fonts

    var body: some View {
        HStack {
            Text(verbatim: note.text)
            switch note.action {
            case .answerAgain?:
                Button("Answer Again") { window.conversation.regenerate(answer) }
                    .disabled(!window.conversation.canSend)
            case .changeSettings?: Button("Chat Settings…") { window.sheet = .chatSettings }
            case nil: EmptyView()
            }
        }
        .font(fonts.small)
        .foregroundStyle(.secondary)
    }
}
