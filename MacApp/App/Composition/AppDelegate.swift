import AppKit
import Core

/// What macOS asks the app itself.
@MainActor
final class AppDelegate: NSObject, NSApplicationDelegate {
    var startup: Startup?
    private var quitting: OwnedTask?

    override init() {}

    /// Quitting, logging out and shutting down wait until the user has let private chats go, for a minute at most, and then
    /// until what was said is on the disk, which takes 2.5 s at most.
    func applicationShouldTerminate(_ sender: NSApplication) -> NSApplication.TerminateReply {
        guard let app = startup?.app else { return .terminateNow }
        guard quitting == nil else { return .terminateLater }
        let task = Task {
            let goes = await app.mayQuit()
            if goes { await app.quit() } else { quitting = nil }
            sender.reply(toApplicationShouldTerminate: goes)
        }
        quitting = OwnedTask(task)
        return .terminateLater
    }

    /// A click on the icon in the Dock.
    func applicationShouldHandleReopen(_ sender: NSApplication, hasVisibleWindows flag: Bool) -> Bool {
        startup?.app?.reopened(hasWindows: flag) ?? true
    }

    /// Of files that are opened together, SwiftUI hands a view the first one only.
    func application(_ application: NSApplication, open urls: [URL]) { startup?.follow(urls) }

    /// Answers and downloads go on, and the quick prompt is still there.
    func applicationShouldTerminateAfterLastWindowClosed(_ sender: NSApplication) -> Bool { false }
}
