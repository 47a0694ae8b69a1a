import Core
import SwiftUI

/// The bar over the transcript in which words are looked for.
struct FindBar: View {
    @Bindable private var find: FindModel
    private let window: WindowModel
    @FocusState private var isFocused: Bool

    init(window: WindowModel) {
        self.window = window
        _find = Bindable(window.find)
    }

    var body: some View {
        HStack {
            TextField("Find in Chat", text: $find.query)
                .textFieldStyle(.roundedBorder)
                .focused($isFocused)
                .onSubmit { find.next() }
            if let count = find.find.count {
                Text(verbatim: count).monospacedDigit().foregroundStyle(.secondary)
            }
            Button("Find Previous", systemImage: "chevron.left") { find.previous() }
                .labelStyle(.iconOnly)
                .help("Find the one before")
                .disabled(find.find.matches.isEmpty)
            Button("Find Next", systemImage: "chevron.right") { find.next() }
                .labelStyle(.iconOnly)
                .help("Find the next one")
                .disabled(find.find.matches.isEmpty)
            Button("Done") { find.close() }
        }
        .padding(8)
        .onAppear { isFocused = true }
        .onChange(of: isFocused) { _, has in window.textHasFocus(has, in: .find) }
        .onDisappear { window.textHasFocus(false, in: .find) }
        .onExitCommand { find.close() }
        .onChange(of: window.conversation.tree) { _, _ in find.refresh() }
        .onChange(of: window.conversation.phase) { _, _ in find.refresh() }
        .accessibilityElement(children: .contain)
        .accessibilityLabel("Find in Chat")
    }
}
