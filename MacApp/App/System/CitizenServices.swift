/// What a good citizen of the Mac does with it. Tests have their own.
@MainActor
struct CitizenServices {
    var activity: any ActivityHolder
    var pressure: any MemoryPressureSource
    var power: any PowerSource
    var notifier: any Notifier
    var loginItem: any LoginItem
    var opener: any Opener
    var process: any AppProcess
    var keys: any KeyRecorder

    static func live() -> CitizenServices {
        CitizenServices(
            activity: LiveActivityHolder(), pressure: LiveMemoryPressureSource(), power: LivePowerSource(),
            notifier: LiveNotifier(), loginItem: LiveLoginItem(), opener: LiveOpener(), process: LiveAppProcess(),
            keys: LiveKeyRecorder())
    }
}
