import AppKit
import Foundation

/// All that is on the screen of one window, menu bar or sheet-less view: the tree and what the whole of it shares.
@MainActor
package final class Graph {
    let inbox = Inbox()
    /// How often the body of each type of view was evaluated.
    package var redraws: [String: Int] = [:]
    /// What SwiftUI would write to the console, or do wrong in silence.
    package var complaints: [String] = []
    package let defaults: Defaults
    /// The control that has the keyboard.
    package internal(set) weak var focus: Element?
    let focusWishes = FocusWishes()
    /// What takes a URL that the system hands over, by its place.
    package var urlHandlers: [ObjectIdentifier: (URL) -> Void] = [:]

    /// Asked whenever the tree has come to rest.
    var watchers: [ObjectIdentifier: () -> Void] = [:]

    /// The window that views of AppKit find themselves in.
    package let nativeWindow = NSWindow(contentRect: .zero, styleMask: [.titled], backing: .buffered, defer: false)

    private var actions: [@MainActor () -> Void] = []
    package private(set) var root: Element?

    package init(defaults: Defaults) {
        self.defaults = defaults
        nativeWindow.onFirstResponder = { [weak self] responder in
            self?.afterUpdate { self?.moveFocus(toNative: responder) }
        }
    }

    package func mount(_ view: some View, _ environment: EnvironmentValues) {
        if let root {
            root.receive(view, environment)
        } else {
            root = Element(view, environment, in: self, under: nil)
        }
    }

    package func unmount() {
        root?.leave()
        root = nil
        for action in takeActions() { action() }
    }

    /// Runs once the tree is up to date.
    package func afterUpdate(_ action: @escaping @MainActor () -> Void) {
        actions.append(action)
    }

    /// Brings the tree up to date. A view that changes what it reads whenever it is shown would never come to rest.
    package func update() {
        for _ in 0..<100 {
            // What stands higher first: it may take away what stands lower.
            let stale = inbox.take().sorted { $0.element.depth < $1.element.depth }
            for (element, turn) in stale where element.isStale(turn) { element.refresh() }
            let actions = takeActions()
            for action in actions { action() }
            if stale.isEmpty, actions.isEmpty {
                for watcher in watchers.values { watcher() }
                let wishes = focusWishes.all
                if wishes.isEmpty, self.actions.isEmpty { return }
                focusWishes.all = []
                grant(wishes)
            }
        }
        complaints.append("the views change without end")
    }

    package var nodes: [Node] {
        root?.ownNodes ?? []
    }

    private func takeActions() -> [@MainActor () -> Void] {
        defer { actions = [] }
        return actions
    }
}
