// Pickers of dates and colours.

public struct DatePickerComponents: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    public static let hourAndMinute = DatePickerComponents(rawValue: 1)
    public static let date = DatePickerComponents(rawValue: 2)
}

public struct DatePicker<Label: View>: View {
    public typealias Body = Never
    public typealias Components = DatePickerComponents

    let selection: Binding<Date>
    let label: Label
}

extension DatePicker where Label == Text {
    public init(
        _ titleKey: LocalizedStringKey, selection: Binding<Date>,
        displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        self.init(selection: selection, label: Text(titleKey))
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(
        _ title: S, selection: Binding<Date>, displayedComponents: Components = [.hourAndMinute, .date]
    ) {
        self.init(selection: selection, label: Text(title))
    }
}

extension DatePicker: Primitive {
    package func update(_ element: Element) { element.show(label, at: "label") }

    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.datePicker, label: element.nodes, at: element)
        node.accessibility.value = selection.wrappedValue.ISO8601Format()
        return [node]
    }
}

public struct ColorPicker<Label: View>: View {
    public typealias Body = Never

    let selection: Binding<Color>
    let label: Label
}

extension ColorPicker where Label == Text {
    public init(_ titleKey: LocalizedStringKey, selection: Binding<Color>, supportsOpacity: Bool = true) {
        self.init(selection: selection, label: Text(titleKey))
    }

    @_disfavoredOverload
    public init<S: StringProtocol>(_ title: S, selection: Binding<Color>, supportsOpacity: Bool = true) {
        self.init(selection: selection, label: Text(title))
    }
}

extension ColorPicker: Primitive {
    package func update(_ element: Element) { element.show(label, at: "label") }

    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.colorPicker, label: element.nodes, at: element)
        node.accessibility.value = selection.wrappedValue.description
        return [node]
    }
}
