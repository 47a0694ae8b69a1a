import Core
import EngineKit
import SwiftUI

/// What can be done with a message: under it, in the menu that opens on it, and among what VoiceOver offers.
struct MessageButtons: View {
    let row: ShownMessage
    let window: WindowModel

    var body: some View {
        let message = row.message
        let canChange = window.conversation.canSend
        if !message.text.isEmpty {
            Button("Copy", systemImage: "doc.on.doc") { window.actions.copy(message) }
                .help("Copy the text")
            if message.role == .assistant {
                Button("Copy as Markdown", systemImage: "number") { window.actions.copy(message.text) }
                    .help("Copy with the marks for headings, lists and code")
                if window.actions.isSpeaking(message) {
                    Button("Stop Speaking", systemImage: "speaker.slash") { window.actions.speak(message) }
                        .help("Stop reading aloud")
                } else {
                    Button("Speak", systemImage: "speaker.wave.2") { window.actions.speak(message) }
                        .help("Read the answer aloud")
                }
            }
        }
        if message.role == .user {
            Button("Edit", systemImage: "pencil") { window.actions.edit(message) }
                .disabled(!canChange)
                .help("Say something else instead; this version stays")
        }
        if message.role == .assistant {
            Button("Answer Again", systemImage: "arrow.clockwise") { window.conversation.regenerate(message.id) }
                .disabled(!canChange)
                .help("Have the question answered again; this version stays")
        }
        if message.state != .streaming {
            Button("Delete…", systemImage: "trash") { window.actions.askToDelete(message.id) }
                .disabled(!canChange)
                .help("Delete this and all that follows it")
        }
    }
}

/// ‹ 2/3 ›: the versions of a message.
struct BranchSwitch: View {
    let row: ShownMessage
    let window: WindowModel

    var body: some View {
        HStack(spacing: 2) {
            button("Previous Version", "chevron.left", -1).disabled(!row.branch.hasPrevious || !canChange)
            Text(verbatim: row.branch.text)
                .monospacedDigit()
                .accessibilityLabel("Version \(row.branch.place) of \(row.branch.count)")
            button("Next Version", "chevron.right", 1).disabled(!row.branch.hasNext || !canChange)
        }
        .foregroundStyle(.secondary)
    }

    private var canChange: Bool { window.conversation.canSend }

    private func button(_ title: LocalizedStringKey, _ image: String, _ way: Int) -> some View {
        Button(title, systemImage: image) { window.actions.showVersion(way, of: row.id) }
            .labelStyle(.iconOnly)
            .buttonStyle(.borderless)
            .help(title)
    }
}
