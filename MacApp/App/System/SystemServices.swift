/// What the app does with the Mac itself, apart from windows. Tests have their own.
@MainActor
struct SystemServices {
    var pasteboard: any Pasteboard
    var announcer: any Announcer
    var speaker: any Speaker
    var citizen: CitizenServices
    var sharer: any Sharer
    var textActions: any TextActions

    static func live() -> SystemServices {
        SystemServices(
            pasteboard: LivePasteboard(), announcer: LiveAnnouncer(), speaker: LiveSpeaker(),
            citizen: .live(), sharer: LiveSharer(), textActions: LiveTextActions())
    }
}
