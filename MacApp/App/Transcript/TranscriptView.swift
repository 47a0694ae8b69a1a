import Core
import EngineKit
import SwiftUI

/// What is said in the chat of a window.
struct TranscriptView: View {
    let window: WindowModel

    var body: some View {
        ScrollView {
            LazyVStack(alignment: .leading) {
                ForEach(window.conversation.tree.shown) { message in
                    MessageView(message: message, transcript: window.transcripts[message])
                }
            }
        }
    }
}

struct MessageView: View {
    let message: ChatMessage
    let transcript: Transcript

    var body: some View {
        ForEach(transcript.answer.settled + transcript.answer.tail) { block in
            Text(verbatim: block.plainText)
        }
    }
}
