import EngineKit
import Observation

/// One look at the engine's meter.
public struct LiveReading: Equatable, Sendable {
    public var answering = false
    public var tokensPerSecond = 0.0
    public var tokens: UInt64 = 0
    public var rounds: UInt64 = 0
    public var drafted: UInt64 = 0
    public var accepted: UInt64 = 0
    public var acceptedByPosition: [UInt64] = []
    public var promptRead: UInt64 = 0
    public var prompt: UInt64 = 0
    public var context: UInt64 = 0
    public var memory: UInt64 = 0

    public init() {}

    public init(_ meter: Meter) {
        answering = meter.answering
        tokensPerSecond = meter.tokensPerSecond
        tokens = meter.tokens
        rounds = meter.rounds
        drafted = meter.drafted
        accepted = meter.accepted
        acceptedByPosition = (0..<meter.positions).map(meter.accepted(at:))
        promptRead = meter.promptRead
        prompt = meter.prompt
        context = meter.context
        memory = meter.memory
    }
}

/// What the live panel draws, from one reading after the other.
public struct LiveStatistics: Equatable, Sendable {
    /// Points of the curve that are kept.
    public static let longestCurve = 240

    /// The speed at a time, in seconds since the answer began.
    public struct Point: Equatable, Sendable {
        public let time: Double
        public let tokensPerSecond: Double
    }

    /// What the rounds between two readings did.
    public struct Strip: Equatable, Sendable {
        public let rounds: Int
        /// Drafts that the model agreed with.
        public let accepted: Int
        /// Drafts that it replaced by a token of its own.
        public let corrected: Int
    }

    public private(set) var reading = LiveReading()
    public private(set) var curve: [Point] = []
    public private(set) var strips: [Strip] = []
    private var began = 0.0
    /// Each point stands for so many readings, so that a long answer keeps its whole curve.
    private var stride = 1
    private var skipped = 0

    public init() {}

    /// `time` in seconds, by whatever clock.
    public mutating func take(_ new: LiveReading, at time: Double) {
        defer { reading = new }
        let isNew = new.answering && !reading.answering || new.tokens < reading.tokens || new.rounds < reading.rounds
        if isNew {
            let last = reading
            self = LiveStatistics()
            // What the meter does not count anew with each answer.
            reading.memory = last.memory
            began = time
        }
        guard new.answering, new.tokens > reading.tokens else { return }
        let drafted = Int(clamping: new.drafted.subtracted(reading.drafted))
        let accepted = min(drafted, Int(clamping: new.accepted.subtracted(reading.accepted)))
        if new.rounds > reading.rounds {
            strips.append(
                Strip(
                    rounds: Int(clamping: new.rounds - reading.rounds), accepted: accepted,
                    corrected: drafted - accepted))
            if strips.count > Self.longestCurve { strips.removeFirst(strips.count - Self.longestCurve) }
        }
        skipped += 1
        guard skipped >= stride else { return }
        skipped = 0
        curve.append(Point(time: time - began, tokensPerSecond: new.tokensPerSecond))
        guard curve.count > Self.longestCurve else { return }
        curve = curve.enumerated().filter { $0.offset.isMultiple(of: 2) }.map(\.element)
        stride *= 2
    }

    /// Share of the rounds in which the draft at each place was accepted.
    public var acceptanceByPosition: [Double] {
        guard reading.rounds > 0 else { return [] }
        return reading.acceptedByPosition.map { min(1, Double($0) / Double(reading.rounds)) }
    }

    /// How much of the prompt has been read, while it is.
    public var promptProgress: Double? {
        guard reading.answering, reading.tokens == 0, reading.prompt > 0 else { return nil }
        return min(1, Double(reading.promptRead) / Double(reading.prompt))
    }

    public var gauge: ContextGauge {
        ContextGauge(
            used: Int(clamping: reading.prompt.saturatingAdd(reading.tokens)), context: Int(clamping: reading.context))
    }

    public var speed: String { reading.tokensPerSecond > 0 ? StatisticsWords.speed(reading.tokensPerSecond) : "–" }
    public var memory: String { Format.bytes(reading.memory) }
}

extension UInt64 {
    fileprivate func subtracted(_ other: UInt64) -> UInt64 { self > other ? self - other : 0 }
}

/// The live panel's numbers. A view ticks it at each frame that it draws.
@Observable @MainActor
public final class LiveStatisticsStore {
    public private(set) var statistics = LiveStatistics()
    @ObservationIgnored private let read: @MainActor () -> LiveReading

    public init(read: @escaping @MainActor () -> LiveReading = { LiveReading(Meter.read()) }) {
        self.read = read
    }

    public func tick(at time: Double) {
        let reading = read()
        // Nothing is redrawn while nothing happens.
        guard reading != statistics.reading else { return }
        statistics.take(reading, at: time)
    }
}
