import Core
import EngineKit
import SwiftUI

/// A message of the chat with what can be done with it.
struct MessageRow: View {
    let row: ShownMessage
    let window: WindowModel
    let marks: MessageMarks
    @State private var isPointedAt = false
    @FocusState private var haveKeyboard: Bool
    @Environment(\.accessibilityVoiceOverEnabled) private var speaks
    @Environment(\.accessibilitySwitchControlEnabled) private var switches
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    var body: some View {
        let isRevealed = window.revealed == row.id
        VStack(alignment: row.message.role == .user ? .trailing : .leading, spacing: 4) {
            content
            footer
        }
        .frame(maxWidth: .infinity, alignment: row.message.role == .user ? .trailing : .leading)
        .padding(8)
        .background(
            isRevealed ? AnyShapeStyle(.selection) : AnyShapeStyle(.clear), in: RoundedRectangle(cornerRadius: 8)
        )
        .animation(reducesMotion ? nil : .easeOut(duration: 0.6), value: isRevealed)
        .onHover { isPointedAt = $0 }
        .contextMenu { MessageButtons(row: row, window: window) }
        .accessibilityElement(children: .contain)
        .accessibilityLabel(speaker)
        .accessibilityActions { MessageButtons(row: row, window: window) }
    }

    @ViewBuilder
    private var content: some View {
        switch row.message.role {
        case .user:
            if window.actions.editing == row.id {
                MessageEditor(window: window)
            } else {
                QuestionView(message: row.message, marks: marks.ofText)
            }
        case .assistant:
            AnswerView(row: row, transcript: window.transcripts[row.message], window: window, marks: marks)
        case .system, .tool:
            OtherMessageView(message: row.message)
        }
    }

    /// Always there, so that nothing jumps; seen when it is wanted.
    private var footer: some View {
        HStack(spacing: 2) {
            if row.branch.count > 1 { BranchSwitch(row: row, window: window) }
            if row.message.state != .streaming {
                HStack(spacing: 2) { MessageButtons(row: row, window: window) }
                    .labelStyle(.iconOnly)
                    .buttonStyle(.borderless)
                    .focused($haveKeyboard)
                    .opacity(showsButtons ? 1 : 0)
            }
        }
        .font(.callout)
    }

    /// Who cannot point sees them always: what is not seen cannot be come to.
    private var showsButtons: Bool {
        isPointedAt || row.isLast || haveKeyboard || speaks || switches
            || window.app.services.system.citizen.process.reachesControlsByKeyboard
    }

    private var speaker: Text {
        switch row.message.role {
        case .user: Text("You")
        case .assistant: Text(verbatim: row.message.model.map(ModelNames.shown) ?? String(localized: "Answer"))
        case .system: Text("Instructions")
        case .tool: Text("Result of a tool")
        }
    }
}

/// What the user asked.
struct QuestionView: View {
    let message: ChatMessage
    let marks: BlockMarks
    @Environment(\.fonts) private var fonts
    @Environment(\.look) private var look

    var body: some View {
        VStack(alignment: .trailing, spacing: 6) {
            if !message.attachments.isEmpty {
                HStack {
                    ForEach(Array(message.attachments.enumerated()), id: \.offset) { _, file in
                        FileChip(name: file.name)
                    }
                }
            }
            if !message.text.isEmpty {
                Text(
                    AttributedString([TranscriptSpan(message.text)], fonts, base: fonts.body, marks: marks, look: look)
                )
                .textSelection(.enabled)
                .padding(.horizontal, 12)
                .padding(.vertical, 8)
                .background(.quaternary, in: RoundedRectangle(cornerRadius: 12))
            }
        }
        .padding(.leading, 48)
    }
}

/// A message that neither the user nor the model said, such as one that was imported.
struct OtherMessageView: View {
    let message: ChatMessage
    @Environment(\.fonts) private var fonts

    var body: some View {
        DisclosureGroup {
            Text(verbatim: message.text)
                .font(fonts.small)
                .textSelection(.enabled)
                .frame(maxWidth: .infinity, alignment: .leading)
        } label: {
            if message.role == .system { Text("Instructions") } else { Text("Result of a tool") }
        }
        .foregroundStyle(.secondary)
    }
}
