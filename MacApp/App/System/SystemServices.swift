/// What the app does with the Mac itself, apart from windows. Tests have their own.
@MainActor
struct SystemServices {
    var pasteboard: any Pasteboard
    var announcer: any Announcer
    var speaker: any Speaker
    var sharer: any Sharer = LiveSharer()
    var textActions: any TextActions = LiveTextActions()

    static func live() -> SystemServices {
        SystemServices(pasteboard: LivePasteboard(), announcer: LiveAnnouncer(), speaker: LiveSpeaker())
    }
}
