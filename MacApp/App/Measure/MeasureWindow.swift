import Core
import SwiftUI

/// The window that finds out whether drafting pays on this Mac.
struct MeasureWindow: View {
    let startup: Startup

    var body: some View {
        switch startup.phase {
        case .starting: StartingView().task { await startup.start() }
        case .failed(let error): StartFailedView(error: error) { Task { await startup.start() } }
        case .ready(let app): MeasureView(app: app)
        }
    }
}

/// From the question whether to begin to the depth that is kept.
struct MeasureView: View {
    let app: AppModel

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 16) {
                switch store.state {
                case .idle, .asking: MeasureStart(store: store, models: app.library.usable, isBusy: isBusy)
                case .running(let share): MeasureProgress(store: store, share: share)
                case .done(let measurement):
                    MeasureResult(measurement: measurement, measured: store.measured, use: store.use)
                    again
                case .failed(let error):
                    MeasureFailure(error: error)
                    again
                case .cancelled:
                    Text("Stopped. What was measured so far says too little and is not kept.")
                    again
                }
            }
            .padding()
            .frame(maxWidth: .infinity, alignment: .leading)
        }
        .frame(minWidth: 480, minHeight: 420)
        .onAppear(perform: appear)
    }

    private var store: MeasureStore { app.measure }
    private var isBusy: Bool { app.conversations.isAnswering }

    private var again: some View {
        Button("Measure Again…") { store.ask(store.model) }
    }

    private func appear() {
        if store.state == .idle { store.ask(app.settings.settings.defaultModel) }
    }
}

/// What will happen, how long about, and of which model.
struct MeasureStart: View {
    let store: MeasureStore
    let models: [String]
    let isBusy: Bool

    var body: some View {
        Text("Measure on This Mac").font(.title2)
        Text(
            "Tandem answers the same text without drafts and with more and more of them each round, and compares the speeds. Nothing leaves this Mac."
        )
        Picker("Model", selection: model) {
            ForEach(models, id: \.self) { Text(verbatim: ModelNames.shown($0)).tag($0) }
        }
        Text(verbatim: store.request)
        if let measured = store.measured {
            Text("Measured before: \(measured.title).").foregroundStyle(.secondary)
        }
        if isBusy { Text("An answer is being written; the measurement begins after it.") }
        Button("Start") { store.start() }
            .keyboardShortcut(.defaultAction)
    }

    private var model: Binding<String> {
        Binding {
            store.model
        } set: {
            store.ask($0)
        }
    }
}

struct MeasureProgress: View {
    let store: MeasureStore
    let share: Double

    var body: some View {
        Text("Measuring \(ModelNames.shown(store.model))…").font(.title2)
        ProgressView(value: share)
            .accessibilityLabel("Measuring")
            .accessibilityValue(Format.percent(share, of: 1))
        Text(verbatim: MeasureStep(share, of: store.plan).words).foregroundStyle(.secondary)
        Button("Stop", role: .cancel) { store.cancel() }
            .keyboardShortcut(.cancelAction)
    }
}
