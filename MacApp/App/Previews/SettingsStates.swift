#if DEBUG
    import Core
    import EngineKit
    import Foundation
    import SwiftUI

    extension ScreenState {
        static var settings: [ScreenState] {
            let panes = SettingsPane.allCases.map { pane in
                ScreenState("settings, \(pane.rawValue)", shows: pane.controls.first?.explanation ?? pane.title) {
                    SettingsWindow(app: .around(), pane: pane)
                }
            }
            let unreadable = ScreenState(
                "settings, models, a folder that cannot be read", shows: "The disk cannot be read"
            ) {
                SettingsWindow(
                    app: .around(models: { script in
                        script.places = { () throws(EngineError) in throw .preview("the disk cannot be read") }
                    }), pane: .models)
            }
            let measured = ScreenState("settings, speculation, measured", shows: "Forget What Was Measured") {
                SettingsWindow(
                    app: .around {
                        $0.measured["org/large"] = MeasuredDepth(
                            depth: 2, gain: 1.5, companion: "own", date: Date(timeIntervalSince1970: 0), isUsed: true)
                    }, pane: .speculation)
            }
            let token = ScreenState("settings, privacy, a token", shows: "A token is kept in the Keychain") {
                SettingsWindow(
                    app: .around(models: { script in script.hasToken = { () throws(EngineError) in true } }),
                    pane: .privacy)
            }
            let unwritten = ScreenState(
                "settings, not written", shows: "the settings could not be written"
            ) {
                SettingsWindow(app: .around({ $0.tintsDrafts = true }, settingsFile: FullDisk()))
            }
            return panes + [unreadable, measured, token, unwritten]
        }
    }

    #Preview("Settings") { StateGallery(ScreenState.settings) }

    private struct FullDisk: DocumentKeeping {
        func read() throws -> Data? { nil }
        func write(_ data: Data) throws { throw CocoaError(.fileWriteOutOfSpace) }
        func setAside() throws {}
    }
#endif
