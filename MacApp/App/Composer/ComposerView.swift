import Core
import SwiftUI
import UniformTypeIdentifiers

/// Where a message is written.
struct ComposerView: View {
    let window: WindowModel
    @State private var choosesFiles = false

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            if let notice = window.composer.composer.notice {
                ComposerNotice(text: notice) { window.composer.send(.dismissNotice) }
            }
            if !window.composer.composer.files.isEmpty { ComposerFiles(composer: window.composer) }
            ComposerText(window: window)
            HStack {
                Button("Attach Files…", systemImage: "paperclip") { choosesFiles = true }
                    .labelStyle(.iconOnly)
                    .help("Add text files to the message")
                ModelSwitch(window: window)
                ThinkingSwitch(window: window)
                Spacer()
                ContextGaugeView(window: window)
                SendButton(window: window)
            }
            .buttonStyle(.borderless)
        }
        .padding(12)
        .textScale(window.app.settings.settings.textSize)
        .fileImporter(isPresented: $choosesFiles, allowedContentTypes: [.item], allowsMultipleSelection: true) {
            if let files = try? $0.get() { window.composer.send(.drop(files.map { .file($0.path) })) }
        }
        .onChange(of: window.app.settings.settings.sendKey) { _, _ in
            window.composer.use(window.app.settings.settings)
        }
        .onChange(of: window.composer.composer.isSending) { _, isSending in
            if !isSending { window.field.focus() }
        }
    }
}

/// The text itself, with what stands there while it is empty.
private struct ComposerText: View {
    let window: WindowModel
    @Environment(\.fonts) private var fonts

    var body: some View {
        let composer = window.composer
        MessageField(
            text: text, label: String(localized: "Message"), field: window.field, takesFocus: true,
            onReturn: send, onEscape: window.escape, onItems: { composer.send(.drop($0)) },
            onFocus: { window.textHasFocus($0, in: .composer) }
        )
        .accessibilityLabel("Message")
        .accessibilityHint(hint)
        .overlay(alignment: .topLeading) {
            if composer.composer.text.isEmpty {
                placeholder
                    .font(fonts.body)
                    .foregroundStyle(.placeholder)
                    .padding(.leading, 5)
                    .padding(.top, 2)
                    .allowsHitTesting(false)
                    .accessibilityHidden(true)
            }
        }
        .padding(8)
        .background(.background, in: RoundedRectangle(cornerRadius: 10))
        .overlay { RoundedRectangle(cornerRadius: 10).stroke(.quaternary) }
    }

    private var placeholder: Text {
        window.isPrivate ? Text("Message that is not kept") : Text("Write a message")
    }

    private var hint: Text {
        switch window.app.settings.settings.sendKey {
        case .return: Text("Return sends, Shift-Return begins a new line")
        case .commandReturn: Text("Command-Return sends, Return begins a new line")
        }
    }

    private var text: Binding<String> {
        Binding {
            window.composer.composer.text
        } set: {
            window.composer.send(.type($0))
        }
    }

    private func send(_ press: Core.KeyPress) -> Bool {
        window.composer.send(.return(press))
        return press.sends(window.composer.composer.sendKey)
    }
}

/// Why something was not taken.
private struct ComposerNotice: View {
    let text: String
    let dismiss: @MainActor () -> Void

    var body: some View {
        HStack {
            Label {
                Text(verbatim: text)
            } icon: {
                Image(systemName: "info.circle")
            }
            Spacer()
            Button("Dismiss", systemImage: "xmark", action: dismiss)
                .labelStyle(.iconOnly)
                .buttonStyle(.borderless)
                .help("Hide this notice")
        }
        .font(.callout)
        .foregroundStyle(.secondary)
    }
}

private struct SendButton: View {
    let window: WindowModel

    var body: some View {
        if window.composer.isAnswering {
            Button("Stop", systemImage: "stop.circle.fill") { window.composer.send(.stop) }
                .labelStyle(.iconOnly)
                .help("Stop the answer; what has come stays")
        } else {
            Button("Send", systemImage: "arrow.up.circle.fill") { window.composer.send(.send) }
                .labelStyle(.iconOnly)
                .disabled(!window.composer.canSend)
                .help("Send the message")
        }
    }
}
