internal import TandemBindings

/// What the running engine does at this moment. Reading it neither waits nor allocates, from any thread, so that a view
/// can do it at each frame.
public struct Meter: Equatable, Sendable {
    public let answering: Bool
    public let tokensPerSecond: Double
    /// Tokens of the answer so far.
    public let tokens: UInt64
    public let rounds: UInt64
    public let drafted: UInt64
    public let accepted: UInt64
    /// How many drafts a round there have been at most.
    public let positions: Int
    /// Tokens of the prompt that have been read, and in all.
    public let promptRead: UInt64
    public let prompt: UInt64
    /// Longest text of the model in memory, in tokens; 0 if there is none.
    public let context: UInt64
    /// Bytes.
    public let memory: UInt64
    public let peakMemory: UInt64
    /// Downloads that are not over, and their bytes.
    public let downloads: UInt64
    public let downloaded: UInt64
    public let toDownload: UInt64

    private let byPosition: SIMD8<UInt64>

    public static func read() -> Meter { Meter(readMeter()) }

    /// Rounds in which the draft at this place, from 0, was accepted.
    public func accepted(at position: Int) -> UInt64 {
        0..<positions ~= position ? byPosition[position] : 0
    }

    private init(_ reading: MeterReading) {
        answering = reading.answering
        tokensPerSecond = reading.tokens_per_second
        tokens = reading.tokens
        rounds = reading.rounds
        drafted = reading.drafted
        accepted = reading.accepted
        positions = Int(min(reading.positions, 8))
        promptRead = reading.prompt_read
        prompt = reading.prompt
        context = reading.context
        memory = reading.memory
        peakMemory = reading.peak_memory
        downloads = reading.downloads
        downloaded = reading.downloaded
        toDownload = reading.to_download
        byPosition = SIMD8(
            reading.accepted_1, reading.accepted_2, reading.accepted_3, reading.accepted_4, reading.accepted_5,
            reading.accepted_6, reading.accepted_7, reading.accepted_8)
    }
}
