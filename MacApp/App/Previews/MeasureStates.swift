#if DEBUG
    import Core
    import EngineKit
    import SwiftUI

    extension ScreenState {
        static var measure: [ScreenState] {
            [
                ScreenState("measure, before", shows: "Measure on This Mac") { PreviewMeasure(.asking) },
                ScreenState("measure, running", shows: "Measuring") { PreviewMeasure(.running) },
                ScreenState("measure, drafting pays", shows: "times as fast") {
                    PreviewMeasure(.report([20, 31, 36, 33]))
                },
                ScreenState("measure, drafting does not pay", shows: "does not pay here") {
                    PreviewMeasure(.report([20, 19, 15]))
                },
                ScreenState("measure, no companion", shows: "There is nothing to compare") {
                    PreviewMeasure(.report([20]))
                },
                ScreenState("measure, failed", shows: "too little memory") { PreviewMeasure(.failed) },
                ScreenState("measure, stopped", shows: "says too little") { PreviewMeasure(.stopped) },
            ]
        }
    }

    #Preview("Measure") { StateGallery(ScreenState.measure) }

    private struct PreviewMeasure: View {
        enum Course {
            case asking, running, failed, stopped
            /// Speeds without drafts, with one a round, and so on.
            case report([Double])
        }

        private let app: AppModel
        private let course: Course

        init(_ course: Course) {
            var services = AppServices.preview(.empty)
            let (engine, library) = (MockEngine(), MockModelLibrary())
            library.tell { script in
                script.folders = { _ throws(EngineError) in ModelFolders(target: "pocket") }
            }
            engine.tell { script in script.bench = { _ in course.steps } }
            (services.engine, services.models) = (engine, library)
            app = AppModel(services)
            self.course = course
        }

        var body: some View {
            MeasureView(app: app)
                .onAppear {
                    app.measure.ask(ModelNames.builtIn)
                    if case .asking = course { return }
                    app.measure.start()
                    if case .stopped = course { app.measure.cancel() }
                }
        }
    }

    extension PreviewMeasure.Course {
        fileprivate var steps: WorkSteps<BenchReport> {
            let (steps, continuation) = WorkSteps<BenchReport>.makeStream()
            continuation.yield(.progress(done: 7, total: 20))
            switch self {
            case .asking, .running, .stopped: break
            case .failed: continuation.finish(throwing: EngineError.preview("there is too little memory"))
            case .report(let speeds):
                continuation.yield(.done(.preview(speeds)))
                continuation.finish()
            }
            return steps
        }
    }

    extension BenchReport {
        static func preview(_ speeds: [Double]) -> BenchReport {
            let runs = speeds.enumerated().map { depth, speed in
                var run = Run(depth: UInt64(depth))
                run.tokensPerSecond = speed
                run.acceptance = 0.8
                run.tokensPerRound = 1 + 0.8 * Double(depth)
                run.rowsCost = (0...depth).map { 0.010 + 0.002 * Double($0) }
                return run
            }
            let best = speeds.indices.max { speeds[$0] < speeds[$1] } ?? 0
            return BenchReport(device: "gpu", model: "/m", runs: runs, bestDepth: UInt64(best))
        }
    }
#endif
