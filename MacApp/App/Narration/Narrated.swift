import Core
import SwiftUI

extension View {
    /// Has VoiceOver hear of what happens in the chat of a window.
    func narrated(_ window: WindowModel) -> some View {
        // Another chat is another story: going over to it is no news of its answers.
        background { Narrated(window: window).id(ObjectIdentifier(window.conversation)) }
    }
}

/// Draws nothing, so that nothing is drawn anew because of it.
private struct Narrated: View {
    let window: WindowModel

    var body: some View {
        let conversation = window.conversation
        Color.clear
            .accessibilityHidden(true)
            .onChange(of: AnswerMoment(conversation)) { before, now in
                window.narrator.changed(from: before, to: now, text: lastAnswer)
            }
            .onChange(of: window.find.find.count) { _, count in
                if let count { window.narrator.post(.found(count: count)) }
            }
            .task(id: conversation.isAnswering) { await window.narrator.follow(conversation) }
    }

    private var lastAnswer: String {
        guard let answer = window.conversation.tree.lastAnswer else { return "" }
        return window.transcripts[answer].answer.settled.plainText
    }
}
