#if DEBUG
    import Core
    import EngineKit
    import Foundation
    import SwiftUI

    extension ScreenState {
        static var sidebar: [ScreenState] {
            [
                ScreenState("sidebar, loading", shows: "Reading your chats…") { PreviewSidebar(.loading) },
                ScreenState("sidebar, empty", shows: "No Chats Yet") { PreviewSidebar(.empty) },
                ScreenState("sidebar, failed", shows: "Your chats could not be read") { PreviewSidebar(.failing) },
                ScreenState("sidebar, folders and pins", shows: "Pinned") { PreviewSidebar(.filed) },
                ScreenState("sidebar, many", shows: "Chat 200") { PreviewSidebar(.many(200)) },
                ScreenState("sidebar, an empty folder", after: .milliseconds(300), shows: "The Folder Is Empty") {
                    PreviewSidebar(.filed) { $0.sidebar.show(.folder(2)) }
                },
                ScreenState("sidebar, the trash", after: .milliseconds(300), shows: "What can go") {
                    PreviewSidebar(.filed) { $0.sidebar.show(.trash) }
                },
                ScreenState("sidebar, an empty trash", after: .milliseconds(300), shows: "The Trash Is Empty") {
                    PreviewSidebar(.chat) { $0.sidebar.show(.trash) }
                },
                ScreenState("sidebar, renaming", after: .milliseconds(300), shows: "Chat Name") {
                    PreviewSidebar(.chat) { $0.sidebar.beginRenaming(1) }
                },
                ScreenState("sidebar, deleted", after: .milliseconds(300), shows: "to the trash.") {
                    PreviewSidebar(.chat) { $0.sidebar.trash([1]) }
                },
                ScreenState("sidebar, long titles", shows: "and not green") { PreviewSidebar(.longTitles) },
                ScreenState("sidebar, read only", shows: "Chats can be read but nothing new is kept") {
                    PreviewSidebar(.readOnly)
                },
                ScreenState("sidebar, a search that failed", after: .milliseconds(600), shows: "The search failed") {
                    PreviewSidebar(.failingSearch) { $0.sidebar.beginSearch("waves") }
                },
                ScreenState("sidebar, a search that goes on", after: .milliseconds(300), shows: "Searching…") {
                    PreviewSidebar(.slowSearch) { $0.sidebar.beginSearch("waves") }
                },
                ScreenState(
                    "sidebar, a search that found too much", after: .milliseconds(600), shows: "There may be more"
                ) {
                    PreviewSidebar(.muchFound) { $0.sidebar.beginSearch("waves") }
                },
                ScreenState("sidebar, repairing", after: .milliseconds(300), shows: "Repair your chats?") {
                    PreviewSidebar(.damaged) { $0.sidebar.question = .repair }
                },
                ScreenState("sidebar, damaged", shows: "Repair…") { PreviewSidebar(.damaged) },
                ScreenState("sidebar, searching", after: .milliseconds(600), shows: "short waves") {
                    PreviewSidebar(.chat) { $0.sidebar.beginSearch("waves") }
                },
                ScreenState(
                    "sidebar, nothing found", after: .milliseconds(600), shows: "No chat has all of these words."
                ) {
                    PreviewSidebar(.chat) { $0.sidebar.beginSearch("zebra") }
                },
                ScreenState("sidebar, a new folder", after: .milliseconds(300), shows: "Folder Name") {
                    PreviewSidebar(.filed) { $0.sidebar.sheet = .folder(FolderNaming()) }
                },
                ScreenState("sidebar, moving", after: .milliseconds(300), shows: "Move to Folder") {
                    PreviewSidebar(.filed) { $0.sidebar.sheet = .move([1]) }
                },
                ScreenState("sidebar, deleting for good", after: .milliseconds(300), shows: "Delete 3 chats") {
                    PreviewSidebar(.filed) { $0.sidebar.askToDelete([1, 2, 3]) }
                },
            ]
        }

        static var arrivals: [ScreenState] {
            [
                ScreenState("address, asking", after: .milliseconds(300), shows: "Write a letter to everyone I know.") {
                    PreviewSidebar(.empty) { $0.follow(.preview) }
                },
                ScreenState("address, refused", shows: "The address was not followed") {
                    RouteRefused(
                        message: String(
                            localized: "The address leads nowhere; it needs a place, as in tandem://new."))
                },
                ScreenState(
                    "window, leaving a private chat", after: .milliseconds(500), shows: "Leave the private chat?"
                ) {
                    PreviewSidebar(.chat) { window in
                        window.newPrivateChat()
                        while !window.isPrivate, (try? await Task.sleep(for: .milliseconds(10))) != nil {}
                        window.composer.send(.type("Kept nowhere"))
                        window.newChat()
                    }
                },
                ScreenState("import, under way", after: .milliseconds(300), shows: "conversations.json") {
                    PreviewSidebar(.chat) {
                        $0.app.importer.read([URL(fileURLWithPath: "/Users/you/conversations.json")])
                    }
                },
                ScreenState("window, private", after: .milliseconds(300), shows: "This chat is kept nowhere.") {
                    PreviewSidebar(.chat) { $0.newPrivateChat() }
                },
                ScreenState("import, done", after: .milliseconds(300), shows: "Imported 3 chats") {
                    PreviewSidebar(.chat) { $0.sharing.report = .preview }
                },
                ScreenState("import, failed", after: .milliseconds(300), shows: "notes.json") {
                    PreviewSidebar(.chat) { $0.sharing.report = .failing }
                },
            ]
        }
    }

    #Preview("Sidebar") { StateGallery(ScreenState.sidebar) }
    #Preview("From outside") { StateGallery(ScreenState.arrivals) }

    /// A window in which something was done once its chats were there.
    struct PreviewSidebar: View {
        private let app: AppModel
        private let then: @MainActor (WindowModel) async -> Void
        @State private var seed: WindowSeed

        init(_ content: PreviewContent, _ then: @escaping @MainActor (WindowModel) async -> Void = { _ in }) {
            app = .preview(content)
            self.then = then
            _seed = State(initialValue: WindowSeed(chat: content.shown))
        }

        var body: some View {
            ChatWindow(seed: $seed, app: app).task {
                guard let window = app.openWindows.first else { return }
                await window.chats.reload()
                // The composer takes the keyboard first.
                try? await Task.sleep(for: .milliseconds(100))
                await then(window)
            }
        }
    }

    extension PreviewContent {
        static var loading: PreviewContent {
            var content = chat
            content.isSlow = true
            return content
        }

        static var failing: PreviewContent {
            var content = empty
            content.failure = .preview("the disk does not answer")
            return content
        }

        static var damaged: PreviewContent {
            var content = chat
            content.condition = .salvaged(chats: 2, messages: 2, source: "chats.sqlite")
            return content
        }

        static var longTitles: PreviewContent {
            var content = chat
            content.chats[0].title = String(repeating: "Why the sky is blue and not green ", count: 12)
            return content
        }

        static var readOnly: PreviewContent {
            var content = chat
            content.condition = .readOnly("the disk cannot be written")
            return content
        }

        static var failingSearch: PreviewContent {
            var content = chat
            content.search = .fails
            return content
        }

        static var slowSearch: PreviewContent {
            var content = chat
            content.search = .isSlow
            return content
        }

        /// More than a search brings at once.
        static var muchFound: PreviewContent {
            var content = chat
            content.messages[1] = (1...300).map { id in
                ChatMessage(
                    id: id, parent: id > 1 ? id - 1 : nil, role: .user, state: .complete, text: "waves \(id)")
            }
            return content
        }

        /// More chats than fit on a screen.
        static func many(_ count: Int) -> PreviewContent {
            var content = PreviewContent()
            content.chats = (1...count).map { number in
                Chat(
                    id: Int64(number), title: "Chat \(number)",
                    updatedAt: Date().addingTimeInterval(-7000 * Double(number)))
            }
            return content
        }

        /// In folders, pinned, and in the trash.
        static var filed: PreviewContent {
            var content = chat
            content.folders = [ChatFolder(id: 1, name: "Kitchen"), ChatFolder(id: 2, name: "Books")]
            content.chats[0].pinnedAt = Date()
            content.chats[1].folder = 1
            content.chats.append(
                Chat(id: 3, title: "What can go", updatedAt: Date().addingTimeInterval(-9_000_000), trashedAt: Date()))
            return content
        }
    }

    extension AppRoute {
        fileprivate static var preview: AppRoute {
            .ask(prompt: "Write a letter to everyone I know.", model: nil, wantsToSend: true)
        }
    }

    extension ImportReport {
        fileprivate static var preview: ImportReport {
            var report = ImportReport()
            report.take(
                .success(
                    ChatImport(
                        added: [1, 2, 3], present: 2, skipped: 1,
                        reasons: [.init(nth: 4, reason: "it has no messages")])), of: "conversations.json")
            return report
        }

        fileprivate static var failing: ImportReport {
            var report = ImportReport()
            report.take(.failure(.preview("it is no export of chats that Tandem knows")), of: "notes.json")
            return report
        }
    }
#endif
