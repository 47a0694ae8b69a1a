import AppKit
import struct SwiftUI.EventModifiers

// A file of its own, since AppKit and SwiftUI share some names.

/// Presses a key in a text view; false if it leaves the key to others.
@MainActor
func keyDown(
    in native: AnyObject, _ key: Character, _ characters: String, _ modifiers: EventModifiers,
    moveFocus: @escaping (Int) -> Void
) -> Bool {
    guard let view = textView(native) else { return false }
    let codes: [Character: UInt16] = [
        "\r": 36, "\t": 48, "\u{8}": 51, "\u{1B}": 53, "\u{F702}": 123, "\u{F703}": 124, "\u{F701}": 125,
        "\u{F700}": 126,
    ]
    let event = NSEvent(key: characters, code: codes[key] ?? 0, flags: flags(modifiers))
    view.window?.onKeyView = moveFocus
    view.keyDown(with: event)
    view.window?.onKeyView = nil
    return !event.isIgnored
}

@MainActor
func textView(_ native: AnyObject) -> NSTextView? {
    native as? NSTextView ?? (native as? NSScrollView)?.documentView as? NSTextView
}

private func flags(_ modifiers: EventModifiers) -> NSEvent.ModifierFlags {
    var flags: NSEvent.ModifierFlags = []
    if modifiers.contains(.shift) { flags.insert(.shift) }
    if modifiers.contains(.control) { flags.insert(.control) }
    if modifiers.contains(.option) { flags.insert(.option) }
    if modifiers.contains(.command) { flags.insert(.command) }
    return flags
}

/// What an input method does in a text view: puts what is being composed into it, marked.
@MainActor
func composing(_ text: String, in native: AnyObject) -> Bool {
    guard let view = textView(native) else { return false }
    view.setMarkedText(
        text, selectedRange: NSRange(location: text.utf16.count, length: 0),
        replacementRange: NSRange(location: NSNotFound, length: 0))
    return true
}

/// Pastes what is on the pasteboard of the system: a text, and files.
@MainActor
func pasting(_ text: String?, _ files: [URL], into native: AnyObject) -> Bool {
    guard let view = textView(native) else { return false }
    let pasteboard = NSPasteboard.general
    pasteboard.clearContents()
    if let text { pasteboard.setString(text, forType: .string) }
    if !files.isEmpty {
        pasteboard.setString(files.map(\.absoluteString).joined(separator: "\n"), forType: .fileURL)
    }
    view.paste(nil)
    return true
}
