#if DEBUG
    import Core
    import EngineKit
    import SwiftUI

    extension ScreenState {
        static var transcript: [ScreenState] {
            [
                ScreenState("chat, with another model", shows: "answers, on this Mac.") {
                    PreviewWindow(.chat(model: "org/Qwen3.5-4B-4bit"))
                },
                ScreenState("chat, everything Markdown has", shows: "Heading") {
                    PreviewWindow(.answering(.everything))
                },
                ScreenState("chat, thoughts", shows: "Thought") {
                    PreviewWindow(.answering("Yes.", thinking: "It asks for **yes**."))
                },
                ScreenState("chat, files and versions", shows: "2/2") { PreviewWindow(.versions) },
                ScreenState("chat, stopped", shows: "Stopped.") {
                    PreviewWindow(.answering("Half of", ending: "cancelled"))
                },
                ScreenState("chat, cut at its length", shows: "Cut at the longest length.") {
                    PreviewWindow(.answering("Half of", ending: "length"))
                },
                ScreenState("chat, cut off by quitting", shows: "Cut off before its end.") {
                    PreviewWindow(.answering("Half", state: .cut))
                },
                ScreenState("chat, failed", shows: "Broken off by an error.") {
                    PreviewWindow(.answering("Half", ending: "error"))
                },
                ScreenState("chat, a long answer", shows: "Paragraph 60.") {
                    PreviewWindow(.answering((1...60).map { "Paragraph \($0)." }.joined(separator: "\n\n")))
                },
                ScreenState("chat, many messages", shows: "Message 60") { PreviewWindow(.long(60)) },
                ScreenState("chat, scrolled up", after: .milliseconds(300), shows: "Jump to the End") {
                    PreviewScrolled()
                },
                ScreenState("chat, find", shows: "1 of 1") { PreviewFind() },
                ScreenState("chat, nothing found", shows: "Not Found") { PreviewFind("zebra") },
                ScreenState("chat, a message being edited", after: .milliseconds(300), shows: "Send Again") {
                    PreviewSidebar(.chat) { $0.actions.editLast() }
                },
                ScreenState("chat, deleting a message", after: .milliseconds(300), shows: "Delete 2 Messages") {
                    PreviewSidebar(.chat) { $0.actions.askToDelete(1) }
                },
                ScreenState("chat, thoughts open", after: .milliseconds(300), shows: "It asks for") {
                    PreviewSidebar(.answering("Yes.", thinking: "It asks for **yes**.")) {
                        $0.actions.toggleThinking()
                    }
                },
                ScreenState("chat, cannot be shown", after: .milliseconds(300), shows: "No such chat.") {
                    PreviewSidebar(.chat) { $0.open(99) }
                },
            ]
        }

        static var composer: [ScreenState] {
            [
                ScreenState("composer, files and a notice", shows: "notes.txt") { PreviewComposer() },
                ScreenState("composer, more than fits", shows: "250 %") {
                    PreviewComposer(text: String(repeating: "word ", count: 200), context: 100)
                },
                ScreenState("composer, a long text", shows: "Line 40") {
                    PreviewComposer(text: (1...40).map { "Line \($0)" }.joined(separator: "\n"), context: 0)
                },
                ScreenState("notice, failed", shows: "The computation failed.") {
                    NoticeView(ErrorNotice(.preview("the computation failed"))) { _ in
                    }
                },
                ScreenState("notice, not on the disk", shows: "the disk is full.") {
                    NoticeView(.notKept(.preview("the disk is full")), perform: { _ in }, dismiss: {})
                },
            ]
        }
    }

    #Preview("Transcript") { StateGallery(ScreenState.transcript) }
    #Preview("Composer") { StateGallery(ScreenState.composer) }

    extension String {
        fileprivate static let everything = """
            # Heading

            Some **bold**, *slanted*, ~~gone~~ words, `code` and a [page](https://example.org).

            1. first
            2. second
               - inner

            - [x] done
            - [ ] open

            > Said by somebody.

            ```swift
            let answer = "42"  // a note
            ```

            | Animal | Legs |
            |:--|--:|
            | cat | 4 |

            ---
            """
    }

    extension PreviewContent {
        fileprivate static func chat(model: String) -> PreviewContent {
            var content = PreviewContent()
            content.chats = [Chat(id: 1, title: "", model: model, updatedAt: Date())]
            content.shown = 1
            return content
        }

        fileprivate static func answering(
            _ text: String, thinking: String = "", ending: String = "stop", state: ChatMessage.State = .complete
        ) -> PreviewContent {
            var content = PreviewContent.chat
            var answer = ChatMessage(
                id: 2, parent: 1, role: .assistant, state: state, text: text, thinking: thinking)
            answer.finishReason = state == .cut ? nil : ending
            content.messages[1]?[1] = answer
            return content
        }

        fileprivate static var versions: PreviewContent {
            var content = PreviewContent.chat
            content.messages[1]?[0].attachments = [TextAttachment(name: "notes.txt", text: "…")]
            content.messages[1]?[1].chosen = false
            content.messages[1]?.append(
                ChatMessage(id: 3, parent: 1, role: .assistant, state: .complete, text: "Another answer."))
            return content
        }

        fileprivate static func long(_ count: Int64) -> PreviewContent {
            var content = PreviewContent.chat
            content.messages[1] = (1...count).map { id in
                ChatMessage(
                    id: id, parent: id > 1 ? id - 1 : nil, role: id.isMultiple(of: 2) ? .assistant : .user,
                    state: .complete, text: "Message \(id)")
            }
            return content
        }
    }

    /// A chat whose end is not in sight.
    private struct PreviewScrolled: View {
        private let window: WindowModel
        private let follower = ScrollFollower()

        init() {
            window = WindowModel(.preview(.long(60)))
            window.open(1)
        }

        var body: some View {
            TranscriptView(window: window, follower: follower).task {
                try? await Task.sleep(for: .milliseconds(100))
                follower.post(.userBegan)
                follower.post(.moved(ScrollFollow.Geometry(offset: 1500, content: 2000, window: 500)))
                follower.post(.moved(ScrollFollow.Geometry(offset: 300, content: 2000, window: 500)))
                follower.post(.userEnded)
            }
        }
    }

    /// A chat in which something is looked for.
    private struct PreviewFind: View {
        private let window: WindowModel
        private let words: String

        init(_ words: String = "waves") {
            window = WindowModel(.preview(.chat))
            self.words = words
            window.open(1)
            window.find.query = words
            window.find.open()
        }

        var body: some View { ChatArea(window: window) }
    }

    /// A message with files, and one that was not taken.
    private struct PreviewComposer: View {
        private let window: WindowModel

        init() {
            self.init(text: "", context: 0)
            window.composer.send(.drop([.file("/notes.txt"), .other]))
        }

        init(text: String, context: Int) {
            var services = AppServices.preview(.empty)
            services.meter = {
                var reading = LiveReading()
                reading.context = UInt64(context)
                return reading
            }
            window = WindowModel(AppModel(services))
            window.composer.send(.type(text))
        }

        var body: some View { ComposerView(window: window) }
    }
#endif
