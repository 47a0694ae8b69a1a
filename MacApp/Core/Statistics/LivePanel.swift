import Foundation

/// What the live panel says beside its charts, and what VoiceOver reads in their place.
public struct LivePanel: Equatable, Sendable {
    public enum Phase: Equatable, Sendable {
        /// There was no answer yet.
        case nothing
        /// The prompt is being read, so much of it.
        case reading(Double)
        case answering
        /// The numbers are those of the last answer.
        case ended
    }

    public let phase: Phase
    public let title: String
    public let curve: [LiveStatistics.Point]
    public let speed: String
    public let speedSummary: String
    public let acceptance: AcceptanceByPosition
    public let rounds: RoundStrip
    /// By what was measured last of the model; empty where nothing was.
    public let rowsCost: [Measurement.RowsCost]
    public let memory: String
    public let context: String
    public let contextSummary: String

    public init(_ live: LiveStatistics, rounds: RoundStrip = RoundStrip(), rowsCost: [Measurement.RowsCost] = []) {
        let reading = live.reading
        let hasNothing = reading.tokens == 0 && live.curve.isEmpty
        phase =
            if reading.answering { live.promptProgress.map { .reading($0) } ?? .answering } else if hasNothing {
                .nothing
            } else { .ended }
        title =
            switch phase {
            case .nothing: String(localized: "No answer yet")
            case .reading: String(localized: "Reading the prompt")
            case .answering: String(localized: "Answering")
            case .ended: String(localized: "Last answer")
            }
        curve = live.curve
        speed = live.speed
        let rates = live.curve.map(\.tokensPerSecond)
        speedSummary =
            if let low = rates.min(), let high = rates.max() {
                String(
                    localized:
                        "\(live.speed), between \(Format.decimal(low, 1)) and \(Format.decimal(high, 1)) since the answer began."
                )
            } else { String(localized: "No tokens yet.") }
        acceptance = AcceptanceByPosition(live.acceptanceByPosition)
        self.rounds = rounds
        self.rowsCost = rowsCost
        memory = live.memory
        context = live.gauge.text
        contextSummary = live.gauge.explanation
    }
}
