import Core
import SwiftUI

/// Shows a hot key and hears another one.
struct HotKeyField: View {
    let hotKey: KeyCombination?
    let keys: any KeyRecorder
    let verdict: @MainActor (KeyCombination, KeyLayout) -> HotKeyVerdict
    let take: @MainActor (KeyCombination, HotKeyVerdict) -> Void
    @State private var isRecording: Bool
    @Environment(\.appearsActive) private var appearsActive

    init(
        hotKey: KeyCombination?, keys: any KeyRecorder, isRecording: Bool = false,
        verdict: @escaping @MainActor (KeyCombination, KeyLayout) -> HotKeyVerdict,
        take: @escaping @MainActor (KeyCombination, HotKeyVerdict) -> Void
    ) {
        self.hotKey = hotKey
        self.keys = keys
        self.verdict = verdict
        self.take = take
        _isRecording = State(initialValue: isRecording)
    }

    var body: some View {
        HStack {
            Text("Hot key")
            Text(verbatim: shown).monospaced().accessibilityLabel("Hot key").accessibilityValue(shown)
            Button(isRecording ? "Stop" : "Choose Keys") { isRecording ? stop() : record() }
                .accessibilityHint("Then press the keys that are to open the quick prompt. Escape stops.")
        }
        .onAppear { if isRecording { record() } }
        .onDisappear(perform: stop)
        // Whoever goes on elsewhere wants to type there; a window that is closed may not disappear.
        .onChange(of: appearsActive) { _, isActive in if !isActive { stop() } }
    }

    private var shown: String {
        if isRecording { return String(localized: "Press the keys…") }
        return hotKey?.text() ?? String(localized: "None")
    }

    private func record() {
        isRecording = true
        keys.start { combination, layout in
            // Escape alone is the way out for the keyboard.
            if combination.isEscape { return stop() }
            let verdict = verdict(combination, layout)
            take(combination, verdict)
            // What was refused is heard again.
            if verdict.isUsable { stop() }
        }
    }

    private func stop() {
        isRecording = false
        keys.stop()
    }
}
