#if DEBUG
    import Core
    import EngineKit
    import SwiftUI

    extension ScreenState {
        static var statistics: [ScreenState] {
            [
                ScreenState("answer, faster with drafts", shows: "1.62 × plain") {
                    PreviewFooter(.preview(PreviewStatistics.gaining))
                },
                ScreenState("answer, slower with drafts", shows: "0.71 × plain") {
                    PreviewFooter(.preview(PreviewStatistics.losing))
                },
                ScreenState("answer, drafting off", shows: "Switch Drafting On") {
                    PreviewFooter(.preview(PreviewStatistics.off), next: .off)
                },
                ScreenState("answer, drafting on again", shows: "It is on for the next one") {
                    PreviewFooter(.preview(PreviewStatistics.off))
                },
                ScreenState("answer, no companion", shows: "has no companion") {
                    PreviewFooter(.preview(PreviewStatistics.alone))
                },
                ScreenState("answer, drafting rests", shows: "rests") {
                    PreviewFooter(.preview(PreviewStatistics.resting))
                },
                ScreenState("answer, all numbers", shows: "Accepted by position") {
                    if let content = AnswerFooterContent(
                        .preview(PreviewStatistics.gaining, ending: "length"), next: .auto, showsNumbers: true)
                    {
                        AnswerNumbers(content: content)
                    }
                },
                ScreenState("statistics, nothing yet", shows: "No answer yet") { NothingMeasured() },
                ScreenState("statistics, reading the prompt", shows: "Reading the prompt") {
                    StatisticsCharts(panel: .preview(.reading)) {}
                },
                ScreenState("statistics, an answer", shows: "between 30 and 34") {
                    StatisticsCharts(panel: .preview(.answering)) {}
                },
                ScreenState("statistics, with the cost of rows", shows: "Rows") {
                    StatisticsCharts(
                        panel: .preview(
                            .answering,
                            rowsCost: Core.Measurement(.preview([20, 31, 36]), model: ModelNames.builtIn).rowsCost)
                    ) {}
                },
                ScreenState("statistics, without drafts", shows: "No drafts") {
                    StatisticsCharts(panel: .preview(.plain)) {}
                },
                ScreenState("statistics, drafts tinted", shows: "Text that the companion drafted") {
                    PreviewSwitches()
                },
            ]
        }
    }

    #Preview("Statistics") { StateGallery(ScreenState.statistics) }

    /// The JSON of what speculation did.
    enum PreviewStatistics {
        static let gaining = """
            {"state":"active","cause":"pays","depth":2,"rounds":50,"drafted":100,"accepted":70,"accepted_by_position":[45,25],
            "tokens_per_round":2.4,"gain":1.62}
            """
        static let losing = """
            {"state":"active","cause":"asked","depth":6,"rounds":90,"drafted":540,"accepted":30,"tokens_per_round":1.3,
            "gain":0.71}
            """
        static let off = #"{"state":"off","cause":"switched_off","reason":"speculation is off"}"#
        static let alone = #"{"state":"off","cause":"no_companion","reason":"there is no companion"}"#
        static let resting = #"{"state":"off","cause":"rests","reason":"it does not pay"}"#
    }

    extension ChatMessage {
        static func preview(_ speculation: String, ending: String = "stop") -> ChatMessage {
            var message = ChatMessage(
                id: 2, parent: 1, role: .assistant, state: .complete,
                text: "Air scatters **short waves** of light more than long ones.")
            message.finishReason = ending
            message.statistics = """
                {"finish_reason":"\(ending)","usage":{"prompt_tokens":40,"cached_tokens":30,"completion_tokens":120},
                "timing":{"first_token_s":0.25,"decode_tokens_per_s":42.3,"prefill_tokens_per_s":512,
                "peak_memory_bytes":3000000000},"speculation":\(speculation)}
                """
            return message
        }
    }

    private struct PreviewFooter: View {
        private let content: AnswerFooterContent?

        init(_ message: ChatMessage, next: SpeculationChoice = .auto) {
            content = AnswerFooterContent(message, next: next, showsNumbers: true)
        }

        var body: some View {
            if let content { AnswerFooter(content: content) { _ in } }
        }
    }

    private struct PreviewSwitches: View {
        private let app: AppModel

        init() {
            app = .preview(.empty)
            app.settings.change { $0.tintsDrafts = true }
        }

        var body: some View { StatisticsSwitches(settings: app.settings) }
    }

    extension LivePanel {
        enum PreviewPhase { case reading, answering, plain }

        static func preview(_ phase: PreviewPhase, rowsCost: [Core.Measurement.RowsCost] = []) -> LivePanel {
            var live = LiveStatistics()
            var reading = LiveReading()
            (reading.answering, reading.prompt, reading.context, reading.memory) = (true, 400, 8192, 3_000_000_000)
            reading.promptRead = phase == .reading ? 160 : 400
            live.take(reading, at: 0)
            guard phase != .reading else { return LivePanel(live) }
            for step in 1...20 {
                let accepted = phase == .plain ? 0 : UInt64(step % 3)
                reading.rounds += 1
                reading.tokens += accepted + 1
                reading.drafted += phase == .plain ? 0 : 2
                reading.accepted += accepted
                reading.acceptedByPosition = phase == .plain ? [] : [reading.rounds * 2 / 3, reading.rounds / 3]
                reading.tokensPerSecond = 30 + Double(step % 5)
                live.take(reading, at: Double(step) / 10)
            }
            return LivePanel(live, rowsCost: rowsCost)
        }
    }
#endif
