import Core
import EngineKit
import SwiftUI

/// What stands under an answer: how fast it came, what drafting brought. Nothing where there is nothing to say. How it
/// ended stands with its text.
struct MessageFooter: View {
    let message: ChatMessage
    let window: WindowModel

    var body: some View {
        if let content = AnswerFooterContent(
            message, next: window.nextDrafting, showsNumbers: window.app.settings.settings.showsAnswerStatistics)
        {
            AnswerFooter(content: content) { window.follow($0) }
        }
    }
}

struct AnswerFooter: View {
    let content: AnswerFooterContent
    let follow: @MainActor (SpeculationStatus.Advice) -> Void
    @State private var showsAll = false

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            ForEach(content.warnings, id: \.self) { warning in
                Label {
                    Text(verbatim: warning)
                } icon: {
                    Image(systemName: "exclamationmark.triangle")
                }
            }
            if !content.line.isEmpty { numbers }
            if let note = content.drafting { DraftingNoteView(note: note, follow: follow) }
        }
        .font(.caption)
        .foregroundStyle(.secondary)
    }

    private var numbers: some View {
        Button {
            showsAll = true
        } label: {
            Text(verbatim: content.line).monospacedDigit()
        }
        .buttonStyle(.plain)
        .help("Show all numbers of this answer")
        .accessibilityLabel("Statistics of the answer")
        .accessibilityValue(content.line)
        .popover(isPresented: $showsAll) { AnswerNumbers(content: content) }
    }
}

/// All numbers of an answer.
struct AnswerNumbers: View {
    let content: AnswerFooterContent

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            if let note = content.note { Text(verbatim: note) }
            if !content.sentence.isEmpty { Text(verbatim: content.sentence) }
            ForEach(content.rows, id: \.name) { row in
                LabeledContent(row.name, value: row.value)
            }
        }
        .padding()
        .frame(minWidth: 280, maxWidth: 400)
    }
}

/// Why the companion did not draft, or did not help, and the button that helps.
struct DraftingNoteView: View {
    let note: DraftingNote
    let follow: @MainActor (SpeculationStatus.Advice) -> Void

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: note.sentence)
            if let advice = note.advice {
                Button(advice.title) { follow(advice) }.buttonStyle(.link)
            }
        }
    }
}
