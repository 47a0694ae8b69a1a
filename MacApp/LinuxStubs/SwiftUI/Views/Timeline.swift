public protocol TimelineSchedule {
    associatedtype Entries: Sequence where Entries.Element == Date
    typealias Mode = TimelineScheduleMode
    func entries(from startDate: Date, mode: Mode) -> Entries
}

public enum TimelineScheduleMode: Sendable { case normal, lowFrequency }

public struct PeriodicTimelineSchedule: TimelineSchedule, Sendable {
    private let start: Date

    public init(from startDate: Date, by interval: TimeInterval) {
        start = startDate
    }

    public func entries(from startDate: Date, mode: TimelineScheduleMode) -> [Date] { [start] }
}

public struct AnimationTimelineSchedule: TimelineSchedule, Sendable {
    public init(minimumInterval: Double? = nil, paused: Bool = false) {}

    public func entries(from startDate: Date, mode: TimelineScheduleMode) -> [Date] { [startDate] }
}

public struct EveryMinuteTimelineSchedule: TimelineSchedule, Sendable {
    public init() {}

    public func entries(from startDate: Date, mode: TimelineScheduleMode) -> [Date] { [startDate] }
}

extension TimelineSchedule where Self == PeriodicTimelineSchedule {
    public static func periodic(from startDate: Date, by interval: TimeInterval) -> PeriodicTimelineSchedule {
        PeriodicTimelineSchedule(from: startDate, by: interval)
    }
}

extension TimelineSchedule where Self == AnimationTimelineSchedule {
    public static var animation: AnimationTimelineSchedule { AnimationTimelineSchedule() }

    public static func animation(minimumInterval: Double? = nil, paused: Bool = false) -> AnimationTimelineSchedule {
        AnimationTimelineSchedule(minimumInterval: minimumInterval, paused: paused)
    }
}

extension TimelineSchedule where Self == EveryMinuteTimelineSchedule {
    public static var everyMinute: EveryMinuteTimelineSchedule { EveryMinuteTimelineSchedule() }
}

public typealias TimelineViewDefaultContext = TimelineView<EveryMinuteTimelineSchedule, Never>.Context

/// Time stands still: the content is made for the first date of the schedule, and again only when what it reads changes.
public struct TimelineView<Schedule: TimelineSchedule, Content> {
    public struct Context {
        public enum Cadence: Comparable, Sendable { case live, seconds, minutes }

        public let date: Date
        public let cadence: Cadence
    }

    let schedule: Schedule
    let content: (TimelineViewDefaultContext) -> Content
}

extension TimelineView: View where Content: View {
    public typealias Body = Never

    public init(
        _ schedule: Schedule, @ViewBuilder content: @escaping (TimelineViewDefaultContext) -> Content
    ) {
        self.init(schedule: schedule, content: content)
    }
}

extension TimelineView: Primitive where Content: View {
    package func update(_ element: Element) {
        let now = Date(timeIntervalSinceReferenceDate: 0)
        let first = schedule.entries(from: now, mode: .normal).first { _ in true }
        element.show(content(TimelineViewDefaultContext(date: first ?? now, cadence: .live)), at: "content")
    }
}
