import AppKit
import Screen
import SwiftUI
import Testing

private struct Composer: NSViewRepresentable {
    @Binding var text: String
    let submit: () -> Void

    func makeNSView(context: Context) -> NSScrollView {
        let scroll = NSTextView.scrollableTextView()
        (scroll.documentView as? NSTextView)?.delegate = context.coordinator
        return scroll
    }

    func updateNSView(_ scroll: NSScrollView, context: Context) {
        context.coordinator.parent = self
        guard let view = scroll.documentView as? NSTextView, view.string != text else { return }
        view.string = text
    }

    func makeCoordinator() -> Coordinator { Coordinator(self) }

    @MainActor
    final class Coordinator: NSObject, NSTextViewDelegate {
        var parent: Composer

        init(_ parent: Composer) {
            self.parent = parent
        }

        func textDidChange(_ notification: Notification) {
            parent.text = (notification.object as? NSTextView)?.string ?? ""
        }
    }
}

private struct Writing: View {
    @State private var text = ""

    var body: some View {
        Composer(text: $text) {}.accessibilityLabel("Message")
        Text("Written \(text)")
        Button("Clear") { text = "" }
    }
}

@MainActor
@Suite("Views of AppKit")
struct NativeTests {
    @Test func aTextViewIsTypedIntoAndFollows() throws {
        let screen = Screen(Writing())
        try screen.type("hello", into: "Message")
        #expect(screen.contains("Written hello"))
        try screen.press("!")
        #expect(screen.contains("Written hello!"))
        // AppKit leaves Tab to a text, other than to a field.
        try screen.press(.tab)
        #expect(screen.contains("Written hello!\t") && screen.focus == "Message")
        try screen.tap("Clear")
        #expect(try screen.text(in: "Message") == "")
    }
}
