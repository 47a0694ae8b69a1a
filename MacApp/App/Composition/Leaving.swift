import Core
import EngineKit
import SwiftUI

// Beginning and ending, and what comes from the Mac itself.
extension AppModel {
    /// Ties what the Mac tells to what the app does.
    func connect() {
        citizen.write = { [weak self] in self?.drafts.write() }
        citizen.downloaded = { [weak self] model in self?.firstRun.arrived(model) }
        let (settings, log, process) = (settings, services.log, services.system.citizen.process)
        watches = [
            ValueWatch {
                settings.settings.appearance
            } changed: {
                process.setAppearance($0)
            },
            ValueWatch {
                settings.settings.logLevel
            } changed: {
                try? log.set(LogLevel($0))
            },
        ]
        services.system.citizen.notifier.open = { [weak self] target in self?.open(target) }
    }

    /// Lets commands open windows, which only views can.
    func opens(_ openWindow: OpenWindowAction, _ openSettings: OpenSettingsAction) {
        self.openWindow = { window in
            if window == .settings { openSettings() } else { openWindow(id: window.rawValue) }
        }
        openChatWindow = { openWindow(id: AppWindow.main.rawValue, value: $0) }
    }

    func answered(_ conversation: ConversationStore, _ answer: Int64, _ ending: AnswerAccount.Ending) {
        let message = conversation.tree[answer]
        let text = message.map { conversation.transcripts[$0].answer.settled.plainText } ?? ""
        citizen.answered(conversation, ending, text: text, isPrivate: conversations.isPrivate(conversation))
    }

    /// What a click on a note leads to.
    func open(_ target: UserNote.Target) {
        services.system.citizen.process.comeToFront()
        switch target {
        case .chat(let chat): show(chat)
        case .window: break
        case .downloads: showDownloads()
        }
    }

    func showDownloads() {
        wantedChoice = .downloads
        openWindow?(.models)
    }

    func reopenFirstRun() {
        firstRun.restart()
        openWindow?(.firstRun)
    }

    /// Whether something that was answered or written is not on the disk, because that is full or cannot be written.
    var holdsUnkeptWords: Bool { conversations.holdsUnkept || drafts.isFailing }

    /// Whether the user lets go what is kept nowhere, if there is something. Who does not answer stays: that calls a logout
    /// off, as macOS expects it of programs with something unsaved, and does not hold it up for ever.
    func mayQuit() async -> Bool {
        drafts.write()
        let losses = [
            holdsUnkeptWords
                ? String(localized: "Something that was answered or written is not on the disk and will be gone.")
                : nil,
            holdsPrivateWords ? String(localized: "Private chats are kept nowhere and will be gone.") : nil,
        ].compactMap(\.self)
        guard !letsPrivateChatsGo, !losses.isEmpty, let window = windowWithPrivateWords ?? frontWindow else {
            return true
        }
        letsPrivateChatsGo = await window.askToQuit(losses.joined(separator: " "), within: patience)
        return letsPrivateChatsGo
    }

    /// Ends everything within the time that macOS gives, and keeps what there is. Downloads go on with the next start.
    func quit() async {
        // First what takes no time: it must not hang on what does.
        drafts.write()
        downloads.pauseAll()
        services.passingFiles.removeAll()
        let (conversations, drafts) = (conversations, drafts)
        let plan = QuitPlan([
            .stopAnswers: { await conversations.quit() },
            // What could not be said is in its draft again.
            .writeDrafts: { drafts.write() },
        ])
        _ = await plan.run()
    }

    /// Nothing came of the new start: what it ended goes on.
    private func stay(_ downloading: [DownloadRequest]) {
        relaunchFailed = true
        letsPrivateChatsGo = false
        conversations.stay()
        for download in downloading { downloads.resume(download) }
    }

    /// Starts anew, for the sake of a graphics processor that only a new process is given again.
    func relaunch() {
        guard leaving == nil else { return }
        let process = services.system.citizen.process
        let task = Task { [weak self] in
            guard let self, await mayQuit() else {
                self?.leaving = nil
                return
            }
            let running = downloads.list.items.filter(\.canPause).map(\.id)
            await quit()
            if await process.startAnother() {
                process.terminate()
            } else {
                stay(running)
            }
            leaving = nil
        }
        leaving = OwnedTask(task)
    }
}
