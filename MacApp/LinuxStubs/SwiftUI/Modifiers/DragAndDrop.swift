import AppKit
import CoreTransferable
import UniformTypeIdentifiers

extension View {
    public func draggable<T: Transferable>(_ payload: @autoclosure @escaping () -> T) -> some View {
        altered { $0.drag = { payload() } }
    }

    public func draggable<V: View, T: Transferable>(
        _ payload: @autoclosure @escaping () -> T, @ViewBuilder preview: () -> V
    ) -> some View {
        altered { $0.drag = { payload() } }
    }

    public func onDrag(_ data: @escaping () -> NSItemProvider) -> some View {
        altered { $0.drag = { data() } }
    }

    public func dropDestination<T: Transferable>(
        for payloadType: T.Type = T.self, action: @escaping (_ items: [T], _ location: CGPoint) -> Bool,
        isTargeted: @escaping (Bool) -> Void = { _ in }
    ) -> some View {
        altered { node in
            node.drops.append(
                DropTarget(isTargeted: isTargeted) { items in
                    let received = await receive(items, as: T.self)
                    return received.isEmpty ? nil : action(received, .zero)
                })
        }
    }

    public func onDrop(
        of supportedContentTypes: [UTType], isTargeted: Binding<Bool>?,
        perform action: @escaping (_ providers: [NSItemProvider]) -> Bool
    ) -> some View {
        onDrop(of: supportedContentTypes, isTargeted: isTargeted) { providers, _ in action(providers) }
    }

    public func onDrop(
        of supportedContentTypes: [UTType], isTargeted: Binding<Bool>?,
        perform action: @escaping (_ providers: [NSItemProvider], _ location: CGPoint) -> Bool
    ) -> some View {
        altered { node in
            node.drops.append(
                DropTarget(isTargeted: { isTargeted?.wrappedValue = $0 }) { items in
                    let providers = items.map { $0 as? NSItemProvider ?? NSItemProvider(holding: $0) }
                    let fitting = providers.filter { provider in
                        supportedContentTypes.contains { provider.hasItemConformingToTypeIdentifier($0.identifier) }
                    }
                    return fitting.isEmpty ? nil : action(fitting, .zero)
                })
        }
    }

    public func copyable<T: Transferable>(_ payload: @autoclosure @escaping () -> [T]) -> some View {
        altered { node in
            node.commands.append((.copy, { NSPasteboard.general.hold(payload().map { $0 as Any }) }))
        }
    }

    public func cuttable<T: Transferable>(
        for payloadType: T.Type = T.self, action: @escaping () -> [T]
    ) -> some View {
        altered { node in
            node.commands.append((.cut, { NSPasteboard.general.hold(action().map { $0 as Any }) }))
        }
    }

    public func pasteDestination<T: Transferable>(
        for payloadType: T.Type = T.self, action: @escaping ([T]) -> Void,
        validator: @escaping ([T]) -> [T] = { $0 }
    ) -> some View {
        altered { node in
            node.commands.append(
                (
                    .paste,
                    {
                        let items = validator(NSPasteboard.general.held.compactMap { $0 as? T })
                        if !items.isEmpty { action(items) }
                    }
                ))
        }
    }

    public func onCopyCommand(perform payloadAction: (() -> [NSItemProvider])?) -> some View {
        altered { node in
            guard let payloadAction else { return }
            node.commands.append((.copy, { NSPasteboard.general.hold(payloadAction().map { $0 as Any }) }))
        }
    }

    public func onPasteCommand(
        of supportedContentTypes: [UTType], perform payloadAction: @escaping ([NSItemProvider]) -> Void
    ) -> some View {
        altered { node in
            node.commands.append(
                (
                    .paste,
                    {
                        let providers = NSPasteboard.general.held.map {
                            $0 as? NSItemProvider ?? NSItemProvider(holding: $0)
                        }
                        payloadAction(providers)
                    }
                ))
        }
    }
}

/// The items that are of a type, or can be made into it.
@MainActor
private func receive<T: Transferable>(_ items: [Any], as type: T.Type) async -> [T] {
    var received: [T] = []
    for item in items {
        if let value = item as? T {
            received.append(value)
        } else if let item = item as? any Transferable, let value = await item.converted(to: type) {
            received.append(value)
        }
    }
    return received
}

extension DynamicViewContent {
    public func dropDestination<T: Transferable>(
        for payloadType: T.Type = T.self, action: @escaping ([T], Int) -> Void
    ) -> some DynamicViewContent {
        altered { node in
            node.order?.insert = { offset, items in
                let values = items.compactMap { $0 as? T }
                guard !values.isEmpty else { return false }
                action(values, offset)
                return true
            }
        }
    }
}
