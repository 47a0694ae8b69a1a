import SwiftUI

/// Something that VoiceOver stops at.
public struct Spoken: CustomStringConvertible, Sendable {
    public let role: String
    public let label: String
    public let value: String?
    public let hint: String?
    public let identifier: String?
    public let traits: [String]
    public let actions: [String]
    public let isEnabled: Bool

    public var description: String {
        let details = [value.map { "value “\($0)”" }, hint.map { "hint “\($0)”" }, isEnabled ? nil : "disabled"]
        return ["\(role) “\(label)”"].appending(details.compactMap { $0 }).joined(separator: ", ")
    }

    /// Can be worked, so that it has to have a name.
    public var isControl: Bool {
        !["text", "image", "progress", "gauge", "element"].contains(role)
    }
}

extension Array {
    fileprivate func appending(_ other: [Element]) -> [Element] { self + other }
}

extension Screen {
    /// What VoiceOver reads in the window in front, in order.
    public func spoken() -> [Spoken] {
        update()
        return scope.flatMap(\.spoken)
    }

    public func spoken(_ label: String) throws -> Spoken {
        let all = spoken()
        guard let found = all.first(where: { $0.label == label || $0.identifier == label }) else {
            throw failure("VoiceOver finds nothing called “\(label)”", all.map(\.label))
        }
        return found
    }

    /// The controls without a name: VoiceOver could only say what kind of thing they are.
    public func unlabelled() -> [Spoken] {
        spoken().filter { $0.isControl && $0.label.trimmingCharacters(in: .whitespaces).isEmpty }
    }

    /// Performs an action that VoiceOver offers.
    public func perform(_ action: String, on name: String) throws {
        update()
        let nodes = scope.flatMap(\.all).filter { node in
            (node.name == name || node.accessibility.identifier == name) && !node.accessibility.actions.isEmpty
        }
        let actions = nodes.flatMap(\.accessibility.actions)
        guard let found = actions.first(where: { $0.name == action }) else {
            throw failure("VoiceOver offers no “\(action)” for “\(name)”", actions.map(\.name))
        }
        found.action()
        update()
    }
}

extension Node {
    /// The elements in it, as VoiceOver would go through them.
    @MainActor
    var spoken: [Spoken] {
        if isHidden || accessibility.isHidden { return [] }
        if let representation { return representation.flatMap(\.spoken) }
        switch kind {
        case .contextMenu, .swipeActions, .background, .divider, .spacer, .color, .shape: return ownSpoken
        case .text: return name.isEmpty ? [] : [element(as: "text")]
        case .image: return accessibility.label == nil ? [] : [element(as: "image")]
        case .button, .toggle, .textField, .secureField, .textEditor, .picker, .slider, .stepper, .progress, .gauge,
            .datePicker, .colorPicker, .link, .shareLink, .menu, .search, .badge:
            return [element(as: kind.rawValue)]
        case .disclosure: return [element(as: "disclosure")] + children.flatMap(\.spoken)
        case .labeled, .label:
            if accessibility.children == nil { return [element(as: "text")] + controls }
        case .chart, .canvas: return ownSpoken
        // A text view of AppKit is typed into, so it has to have a name like any field.
        case .native: return edit == nil ? ownSpoken : [element(as: kind.rawValue)]
        // A name does not make its rows one thing.
        case .list, .table: return ownSpoken + children.flatMap(\.spoken)
        default: break
        }
        switch accessibility.children?.name {
        case "ignore": return [element(as: "element")]
        case "combine":
            return [
                element(
                    as: "element",
                    label: accessibility.label ?? children.flatMap(\.spoken).map(\.label).joined(separator: ", "))
            ]
        case "contain": return ownSpoken + (label + children).flatMap(\.spoken)
        default:
            // A name given to something that only arranges makes it one thing.
            if accessibility.label != nil { return [element(as: "element")] + controls }
            return (label + children).flatMap(\.spoken)
        }
    }

    private var controls: [Spoken] { children.flatMap(\.spoken).filter(\.isControl) }

    private var ownSpoken: [Spoken] { accessibility.label == nil ? [] : [element(as: "element")] }

    private func element(as role: String, label: String? = nil) -> Spoken {
        Spoken(
            role: role, label: label ?? name, value: accessibility.value ?? edit?.get(),
            hint: accessibility.hint ?? help, identifier: accessibility.identifier, traits: accessibility.traits.all,
            actions: accessibility.actions.map(\.name), isEnabled: isEnabled)
    }
}
