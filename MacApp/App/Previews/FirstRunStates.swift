#if DEBUG
    import Core
    import EngineKit
    import SwiftUI

    extension ScreenState {
        static var firstRun: [ScreenState] {
            let steps = Onboarding.Step.allCases.map { step in
                ScreenState("first steps, \(step.rawValue)", shows: Onboarding(from: step).title) {
                    FirstRunWindow(app: .around { $0.onboarding = step })
                }
            }
            func models(
                _ name: String, shows: String, _ change: @escaping @Sendable (inout MockModelLibrary.Script) -> Void
            ) -> ScreenState {
                ScreenState("first steps, model, \(name)", shows: shows) {
                    Prepared(.around({ $0.onboarding = .model }, models: change)) {
                        $0.firstRun.look()
                    } content: {
                        FirstRunWindow(app: $0)
                    }
                }
            }
            let found = [
                models("recommended", shows: "Large fits this Mac") { _ in },
                models("looking", shows: "Asking Hugging Face…") { script in
                    script.curated = { _ throws(EngineError) in
                        try? await Task.sleep(for: .seconds(3600))
                        return []
                    }
                },
                models("offline", shows: "Hugging Face cannot be reached") { script in
                    script.curated = { _ throws(EngineError) in [] }
                },
                models("nothing fits", shows: "None of the known models fits") { script in
                    script.show = { name, _ throws(EngineError) in .preview(name, band: .refuse) }
                },
            ]
            let taken = KeyCombination(keyCode: 8, modifiers: .command)
            let keys = [
                ScreenState("first steps, listening for keys", shows: "Press the keys…") {
                    HotKeyField(
                        hotKey: nil, keys: AppModel.around().services.system.citizen.keys, isRecording: true,
                        verdict: { _, _ in .free }, take: { _, _ in })
                },
                ScreenState("first steps, keys that are taken", shows: "is for copying") {
                    Prepared(.around { $0.onboarding = .hotKey }) {
                        $0.firstRun.send(.chooseHotKey(taken, $0.firstRun.verdict(on: taken, .american)))
                    } content: {
                        FirstRunWindow(app: $0)
                    }
                },
                ScreenState("first steps, not opened at login", shows: "macOS did not let Tandem open at login") {
                    Prepared(.around({ $0.onboarding = .login }, loginItem: NoLoginItem(works: false))) {
                        $0.firstRun.send(.launchAtLogin(true))
                        $0.firstRun.send(.next)
                    } content: {
                        FirstRunWindow(app: $0)
                    }
                },
            ]
            return steps + found + keys
        }
    }

    #Preview("First steps") { StateGallery(ScreenState.firstRun) }
#endif
