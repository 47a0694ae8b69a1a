import Core
import SwiftUI

/// Chooses the model of a chat by a few letters and the arrow keys.
struct ModelPaletteView: View {
    let window: WindowModel
    @State private var palette: ModelPalette
    @State private var isReading = true
    @FocusState private var isSearching: Bool
    @Environment(\.dismiss) private var dismiss

    init(window: WindowModel) {
        self.window = window
        _palette = State(initialValue: window.palette)
    }

    var body: some View {
        VStack(spacing: 0) {
            TextField("Search models", text: text)
                .textFieldStyle(.plain)
                .font(.title3)
                .focused($isSearching)
                .onSubmit { choose() }
                .onKeyPress(.upArrow) { move(-1) }
                .onKeyPress(.downArrow) { move(1) }
                .onKeyPress(.return, phases: .down) { press in
                    guard press.modifiers.contains(.option) else { return .ignored }
                    makeDefault()
                    return .handled
                }
                .padding()
            Divider()
            if palette.entries.isEmpty { nothing } else { models }
            if isReading { ProgressView("Searching…").controlSize(.small).padding(8) }
            if let failure = window.app.library.listFailure, !isReading {
                NoticeView(ErrorNotice(failure)) { _ in isReading = true }.padding(8)
            }
            Divider()
            footer
        }
        .frame(width: 480, height: 360)
        .onAppear { isSearching = true }
        .task(id: isReading) {
            guard isReading else { return }
            await window.app.library.refresh()
            palette.update(window.palette)
            isReading = false
        }
        .accessibilityElement(children: .contain)
        .accessibilityLabel("Choose a model")
    }

    private var models: some View {
        ScrollViewReader { proxy in
            List(selection: marked) {
                ForEach(palette.entries) { entry in
                    ModelPaletteRow(entry: entry, isMarked: entry.name == palette.marked).tag(entry.name)
                }
            }
            .listStyle(.plain)
            .contextMenu(forSelectionType: String.self) { names in
                if let name = names.first {
                    Button("Use for This Chat") { choose(name) }
                    Button("Make Default") { makeDefault(name) }
                }
            } primaryAction: { names in
                choose(names.first)
            }
            .onChange(of: palette.marked) { _, name in
                if let name { proxy.scrollTo(name) }
            }
        }
    }

    private var nothing: some View {
        ContentUnavailableView.search(text: palette.text)
    }

    private var footer: some View {
        HStack {
            Button("Model Library…") {
                dismiss()
                window.app.openWindow?(.models)
            }
            Spacer()
            Button("Cancel", role: .cancel) { dismiss() }.keyboardShortcut(.cancelAction)
            Button("Make Default") { makeDefault() }
                .disabled(palette.marked == nil)
                .help("Use it for every new chat. ⌥Return does the same.")
            Button("Use for This Chat") { choose() }
                .keyboardShortcut(.defaultAction)
                .disabled(palette.marked == nil)
        }
        .padding()
    }

    private var text: Binding<String> {
        Binding {
            palette.text
        } set: {
            palette.type($0)
        }
    }

    private var marked: Binding<String?> {
        Binding {
            palette.marked
        } set: {
            palette.mark($0)
        }
    }

    private func move(_ step: Int) -> SwiftUI.KeyPress.Result {
        palette.move(step)
        return .handled
    }

    private func choose(_ name: String? = nil) {
        guard let name = name ?? palette.marked else { return }
        window.use(name)
        dismiss()
    }

    private func makeDefault(_ name: String? = nil) {
        guard let name = name ?? palette.marked else { return }
        window.app.settings.change { $0.defaultModel = name }
        choose(name)
    }
}

private struct ModelPaletteRow: View {
    let entry: ModelPalette.Entry
    let isMarked: Bool

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(verbatim: entry.title)
            if !entry.states.isEmpty {
                Text(verbatim: entry.states.joined(separator: " · ")).font(.caption).foregroundStyle(.secondary)
            }
        }
        .help(entry.name)
        .accessibilityElement(children: .combine)
        .accessibilityAddTraits(isMarked ? .isSelected : [])
    }
}

extension WindowModel {
    /// The models to choose from for the chat that is shown.
    var palette: ModelPalette {
        app.library.palette(current: conversation.model, defaultModel: app.settings.settings.defaultModel)
    }

    /// Has a model answer in this chat from the next question on.
    func use(_ model: String) {
        let conversation = conversation
        Task { await conversation.setModel(model) }
    }
}
