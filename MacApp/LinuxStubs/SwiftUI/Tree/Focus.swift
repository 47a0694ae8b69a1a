import AppKit

extension Graph {
    /// Gives the keyboard to what the focus states ask for, now that everything is in its place.
    func grant(_ wishes: [FocusWish]) {
        let tied = nodes.flatMap(\.all).flatMap { node in node.focusTies.map { (node: node, tie: $0) } }
        for wish in wishes {
            let ties = tied.filter { $0.tie.state == wish.state }
            if wish.isWithdrawn() {
                if ties.contains(where: { !$0.node.path(to: focus).isEmpty }) { focus = nil }
            } else if let wanted = ties.first(where: { $0.tie.isWanted() }),
                let field = wanted.node.all.first(where: \.isFocusable)
            {
                moveFocus(to: field)
            } else {
                wish.withdraw()
            }
        }
    }

    /// Moves the keyboard and tells every focus state.
    package func moveFocus(to node: Node?) {
        focus = node?.element
        nativeWindow.follow(node?.native.flatMap(textView) ?? (node?.native as? NSResponder))
        let nodes = nodes
        let inside = Set(nodes.flatMap { $0.path(to: focus) }.map(ObjectIdentifier.init))
        let ties = nodes.flatMap(\.all).flatMap { node in
            node.focusTies.map { (isInside: inside.contains(ObjectIdentifier(node)), tie: $0) }
        }
        for (isInside, tie) in ties where !isInside { tie.tell(false) }
        for (isInside, tie) in ties where isInside { tie.tell(true) }
    }

    /// A view of AppKit has asked for the keyboard.
    func moveFocus(toNative responder: NSResponder?) {
        let node = nodes.flatMap(\.all).first { node in
            guard let native = node.native, let responder else { return false }
            return native === responder || textView(native) === responder
        }
        if let node { moveFocus(to: node) }
    }

    private func textView(_ native: AnyObject) -> NSResponder? { (native as? NSScrollView)?.documentView }

    /// Everything that can have the keyboard, in the order of the screen.
    package var focusable: [Node] {
        nodes.flatMap(\.all).filter { $0.isFocusable && $0.isEnabled }
    }
}
