import UniformTypeIdentifiers

/// Panels are answered by nobody: they are cancelled.
@MainActor
open class NSSavePanel: NSPanel {
    public init() {
        super.init(contentRect: .zero, styleMask: [.titled], backing: .buffered, defer: false)
    }

    open var url: URL? { nil }
    open var directoryURL: URL?
    open var allowedContentTypes: [UTType] = []
    open var allowsOtherFileTypes = false
    open var canCreateDirectories = true
    open var isExtensionHidden = false
    open var nameFieldStringValue = ""
    open var nameFieldLabel: String! = ""
    open var message: String! = ""
    open var prompt: String! = ""
    open var accessoryView: NSView?
    open var showsHiddenFiles = false
    open var treatsFilePackagesAsDirectories = false

    open func runModal() -> NSApplication.ModalResponse { .cancel }

    open func begin(completionHandler handler: @escaping (NSApplication.ModalResponse) -> Void) {
        handler(.cancel)
    }

    open func beginSheetModal(
        for window: NSWindow, completionHandler handler: @escaping (NSApplication.ModalResponse) -> Void
    ) {
        handler(.cancel)
    }
}

@MainActor
open class NSOpenPanel: NSSavePanel {
    open var urls: [URL] { [] }
    open var allowsMultipleSelection = false
    open var canChooseDirectories = false
    open var canChooseFiles = true
    open var resolvesAliases = true
}
