import Core

extension AppModel {
    /// Carries out a command, where it belongs.
    func perform(_ command: AppCommand, in window: WindowModel?) {
        let context = window?.context ?? context
        switch context.route(command) {
        case .refuse: break
        case .perform(.app), .perform(.quickPrompt): performForApp(command)
        case .perform(.newWindow): openWindow?(.main)
        case .perform(.frontWindow): window?.perform(command)
        case .openWindowFirst:
            waiting = command
            openWindow?(.main)
        }
    }

    private func performForApp(_ command: AppCommand) {
        switch command {
        case .modelLibrary: openWindow?(.models)
        case .downloads: showDownloads()
        case .settings: openWindow?(.settings)
        case .measure: openWindow?(.measure)
        case .pauseDownloads: downloads.pauseAll()
        case .resumeDownloads: downloads.resumeAll()
        case .unloadModel: loader.unload()
        case .help: openWindow?(.help)
        case .welcome: reopenFirstRun()
        case .relaunch: relaunch()
        default: break
        }
    }

    /// The rules for commands without a main window in front.
    var context: CommandContext {
        var context = CommandContext()
        context.engineBusy = conversations.isAnswering
        context.modelLoaded = library.loadedFolder != nil
        context.runningDownloads = downloads.running
        context.pausedDownloads = downloads.resumable
        context.needsRelaunch = citizen.needsRelaunch
        return context
    }
}

/// The kinds of windows that a command can open.
enum AppWindow: String, Sendable { case main, models, settings, measure, help, firstRun = "first-run" }
