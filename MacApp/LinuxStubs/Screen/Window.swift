import SwiftUI

/// A window that is open.
@MainActor
final class Window {
    let graph: Graph
    let undo = UndoManager()
    /// Which scene it belongs to; nil for a view that is shown alone.
    let scene: Int?
    let id: String?
    let value: AnyHashable?
    private(set) var isOpen = true

    init(scene: Int?, id: String?, value: AnyHashable?, defaults: Defaults) {
        self.scene = scene
        self.id = id
        self.value = value
        graph = Graph(defaults: defaults)
    }

    func show(_ view: some View, _ environment: EnvironmentValues) {
        var environment = environment
        environment.undoManager = undo
        graph.mount(view, environment)
    }

    func close() {
        isOpen = false
        graph.unmount()
    }

    /// The words in the title bar: what is deepest in the tree says most.
    var title: String? { look("title") }

    /// The smaller words under them.
    var subtitle: String? { look("subtitle") }

    private func look(_ name: String) -> String? {
        graph.nodes.flatMap(\.all).filter { !$0.isApart }.flatMap(\.looks).last { $0.name == name }?.value
    }
}
