import SwiftUI

extension Screen {
    /// All of the window in front.
    var window: [Node] { current }

    var menus: [Node] { currentApp.first { $0.kind == .menuBar }?.children ?? [] }

    var extras: [Node] { currentApp.filter { $0.kind == .menu } }

    /// What takes the clicks now: the question on top, or the whole window.
    var scope: [Node] {
        let modal = window.flatMap(\.all).last { $0.isModal }
        return modal.map { [$0] } ?? window
    }

    /// All that can be seen there, without what menus hold closed.
    var seen: [Node] {
        update()
        return scope.flatMap(\.seen)
    }

    /// How much of a control is seen: 1 is all, 0 nothing.
    public func opacity(of name: String, near place: String? = nil) throws -> Double {
        let node = try find("control", name, near: place) { $0.action != nil || $0.edit != nil }
        let way = scope.flatMap { $0.ways { $0 === node } }.first ?? []
        let looks = way.flatMap(\.looks).filter { $0.name == "opacity" }
        return looks.compactMap { Double($0.value) }.reduce(1, *)
    }

    func failure(_ problem: String, _ candidates: [String] = []) -> ScreenError {
        ScreenError(problem, candidates: candidates, screen: window.map { $0.dump(indent: 1) }.joined())
    }

    /// The one control of a name. `place` is something that stands nearer to it than to others of the same name.
    func find(
        _ what: String, _ name: String, near place: String? = nil, among nodes: [Node]? = nil,
        where fits: (Node) -> Bool
    ) throws -> Node {
        let all = (nodes ?? seen).filter(fits)
        var found = all.filter { $0.name == name || $0.accessibility.identifier == name || $0.edit?.prompt == name }
        if let place, found.count > 1 { found = nearest(found, to: place) }
        guard let first = found.first else {
            let behind = nodes == nil && window.flatMap(\.seen).contains { fits($0) && $0.name == name }
            throw failure(
                "there is no \(what) “\(name)”" + (behind ? ", or rather it is behind what is on top" : ""),
                all.map { $0.name.isEmpty ? $0.accessibility.identifier ?? "" : $0.name })
        }
        guard found.count == 1 else {
            throw failure("there are \(found.count) of “\(name)”; say near what")
        }
        guard first.isEnabled else { throw failure("“\(name)” is disabled") }
        return first
    }

    /// Those that share the smallest part of the screen with something of a name.
    private func nearest(_ nodes: [Node], to place: String) -> [Node] {
        let ways = scope.flatMap { $0.ways { $0.name == place || $0.text == place } }
        func depth(_ node: Node) -> Int {
            let way = scope.flatMap { $0.ways { $0 === node } }.first ?? []
            return ways.map { other in zip(way, other).prefix { $0 === $1 }.count }.max() ?? 0
        }
        let depths = nodes.map(depth)
        return zip(nodes, depths).filter { $1 == depths.max() }.map(\.0)
    }
}

extension Node {
    /// This and what is inside, without what is hidden or folded away.
    var seen: [Node] {
        if isHidden { return [] }
        switch kind {
        case .menu: return [self] + label.flatMap(\.seen)
        case .contextMenu, .swipeActions: return []
        case .picker: return [self] + label.flatMap(\.seen) + choices.filter { isChosen($0) }.flatMap(\.seen)
        default: return [self] + label.flatMap(\.seen) + children.flatMap(\.seen)
        }
    }

    func isChosen(_ choice: Node) -> Bool {
        choice.tags.contains { options?.isSelected($0) == true }
    }

    /// The ways down from here to whatever fits.
    func ways(to fits: (Node) -> Bool) -> [[Node]] {
        let deeper = (label + children).flatMap { $0.ways(to: fits) }.map { [self] + $0 }
        return (fits(self) ? [[self]] : []) + deeper
    }
}
