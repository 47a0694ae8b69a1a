#if DEBUG
    import Core
    import EngineKit
    import Foundation

    /// What the mocks behind a preview hold.
    struct PreviewContent: Sendable {
        var chats: [Chat] = []
        var folders: [ChatFolder] = []
        var messages: [Int64: [ChatMessage]] = [:]
        /// The chat that a window shows.
        var shown: Int64?
        var failure: EngineError?
        var condition = ChatsCondition.healthy
        /// The chats never come.
        var isSlow = false
        var search = Search.works

        enum Search { case works, fails, isSlow }

        static let empty = PreviewContent()

        static var chat: PreviewContent {
            let now = Date()
            var content = PreviewContent()
            content.chats = [
                Chat(id: 1, title: "Why the sky is blue", updatedAt: now),
                Chat(id: 2, title: "Bread without kneading", updatedAt: now.addingTimeInterval(-100_000)),
            ]
            content.messages[1] = [
                ChatMessage(id: 1, parent: nil, role: .user, state: .complete, text: "Why is the sky blue?"),
                ChatMessage(
                    id: 2, parent: 1, role: .assistant, state: .complete,
                    text: "Air scatters **short waves** of light more than long ones."),
            ]
            content.shown = 1
            return content
        }
    }

    extension AppModel {
        static func preview(_ content: PreviewContent) -> AppModel { AppModel(.preview(content)) }
    }

    extension AppServices {
        /// Mocks that hold some content and change nothing.
        static func preview(_ content: PreviewContent) -> AppServices {
            AppServices(
                engine: MockEngine(), models: MockModelLibrary(), chats: MockChatStore.preview(content),
                privateChats: { MockChatStore.preview(.empty) }, markup: LiveMarkup(),
                settings: SettingsStore(NoFile()), drafts: DraftStore(NoFile()), log: MockLog(), home: .preview,
                meter: { LiveReading() },
                system: SystemServices(
                    pasteboard: NoPasteboard(), announcer: NoAnnouncer(), speaker: NoSpeaker(), citizen: .silent(),
                    sharer: NoSharer(), textActions: NoTextActions()))
        }
    }

    extension MockChatStore {
        static func preview(_ content: PreviewContent) -> MockChatStore {
            var script = Script()
            script.condition = content.condition
            script.list = { shelf, skip, _ throws(EngineError) in
                if let failure = content.failure { throw failure }
                if content.isSlow { try? await Task.sleep(for: .seconds(3600)) }
                guard skip == 0 else { return [] }
                return content.chats.filter { chat in
                    switch shelf {
                    case .all: !chat.isTrashed
                    case .folder(let folder): chat.folder == folder && !chat.isTrashed
                    case .trash: chat.isTrashed
                    }
                }
            }
            script.folders = { () throws(EngineError) in content.folders }
            script.trash = { _ throws(EngineError) in }
            script.importFile = { _ throws(EngineError) in
                try? await Task.sleep(for: .seconds(3600))
                return ChatImport(added: [])
            }
            script.readAttachment = { path throws(EngineError) in
                TextAttachment(name: path.split(separator: "/").last.map(String.init) ?? path, text: "Notes.")
            }
            script.search = { query, _ throws(EngineError) in
                switch content.search {
                case .works: return content.hits(query)
                case .fails: throw .preview("the disk does not answer")
                case .isSlow:
                    try? await Task.sleep(for: .seconds(3600))
                    return []
                }
            }
            script.conversation = { id throws(EngineError) in
                guard let chat = content.chats.first(where: { $0.id == id }) else { throw .preview("no such chat") }
                let messages = content.messages[id] ?? []
                return Conversation(chat: chat, messages: messages, path: ConversationTree(messages).path)
            }
            return MockChatStore(script)
        }
    }

    extension PreviewContent {
        fileprivate func hits(_ word: String) -> [ChatHit] {
            chats.flatMap { chat in
                (messages[chat.id] ?? []).compactMap { message in
                    message.text.range(of: word).map { match in
                        ChatHit(
                            chat: chat.id, title: chat.title, message: message.id, role: message.role,
                            snippet: message.text, matches: [match])
                    }
                }
            }
        }
    }

    extension HomeFolder {
        static var preview: HomeFolder {
            HomeFolder(URL(fileURLWithPath: "/Users/you/Library/Application Support/Tandem"))
        }
    }

    extension EngineError {
        static func preview(_ message: String) -> EngineError {
            EngineError(kind: .internalFault, message: message, detail: "", remedy: .tryAgain)
        }
    }

    private struct NoFile: DocumentKeeping {
        func read() throws -> Data? { nil }
        func write(_ data: Data) throws {}
        func setAside() throws {}
    }

    private struct NoPasteboard: Pasteboard {
        func copy(_ text: String) {}
    }

    private struct NoAnnouncer: Announcer {
        func announce(_ words: String, isUrgent: Bool) {}
    }

    private struct NoSharer: Sharer {
        func share(_ text: String) {}
    }

    private struct NoTextActions: TextActions {
        func perform(_ item: SystemItem) {}
    }

    private final class NoSpeaker: Speaker {
        func speak(_ text: String, ended: @escaping @MainActor () -> Void) { ended() }
        func stop() {}
    }
#endif
