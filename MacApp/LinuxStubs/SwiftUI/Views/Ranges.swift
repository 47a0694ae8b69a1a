// Controls whose value lies in a range.

public struct Slider<Label: View, ValueLabel: View>: View {
    public typealias Body = Never

    let adjustment: Adjustment
    let label: Label
    let minimum: ValueLabel
    let maximum: ValueLabel
    let editing: (Bool) -> Void

    private init<V: BinaryFloatingPoint>(
        _ value: Binding<V>, _ bounds: ClosedRange<V>, _ step: V?, _ label: Label, _ minimum: ValueLabel,
        _ maximum: ValueLabel, _ editing: @escaping (Bool) -> Void
    ) {
        adjustment = Adjustment(
            value: { Double(value.wrappedValue) },
            set: { wanted in
                let clamped = min(max(V(wanted), bounds.lowerBound), bounds.upperBound)
                guard let step, step > 0 else { return value.wrappedValue = clamped }
                let steps = ((clamped - bounds.lowerBound) / step).rounded()
                value.wrappedValue = min(bounds.lowerBound + steps * step, bounds.upperBound)
            }, bounds: Double(bounds.lowerBound)...Double(bounds.upperBound), step: step.map { Double($0) })
        self.label = label
        self.minimum = minimum
        self.maximum = maximum
        self.editing = editing
    }
}

extension Slider {
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, nil, label(), minimumValueLabel(), maximumValueLabel(), onEditingChanged)
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        @ViewBuilder minimumValueLabel: () -> ValueLabel, @ViewBuilder maximumValueLabel: () -> ValueLabel,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, V(step), label(), minimumValueLabel(), maximumValueLabel(), onEditingChanged)
    }
}

extension Slider where ValueLabel == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, nil, label(), EmptyView(), EmptyView(), onEditingChanged)
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, V(step), label(), EmptyView(), EmptyView(), onEditingChanged)
    }
}

extension Slider where Label == EmptyView, ValueLabel == EmptyView {
    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V> = 0...1, onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, nil, EmptyView(), EmptyView(), EmptyView(), onEditingChanged)
    }

    public init<V: BinaryFloatingPoint>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) where V.Stride: BinaryFloatingPoint {
        self.init(value, bounds, V(step), EmptyView(), EmptyView(), EmptyView(), onEditingChanged)
    }
}

extension Slider: Primitive {
    package func update(_ element: Element) {
        element.show(label, at: "label")
        element.show(minimum, at: "minimum")
        element.show(maximum, at: "maximum")
    }

    package func nodes(_ element: Element) -> [Node] {
        let node = Node(
            .slider, label: element.nodes(at: "label"), element.nodes(at: "minimum") + element.nodes(at: "maximum"),
            at: element)
        let (adjustment, editing) = (adjustment, editing)
        node.range = Adjustment(
            value: adjustment.value,
            set: { value in
                editing(true)
                adjustment.set?(value)
                editing(false)
            }, bounds: adjustment.bounds, step: adjustment.step)
        node.accessibility.value = "\(adjustment.value())"
        return [node]
    }
}

public struct Stepper<Label: View>: View {
    public typealias Body = Never

    let label: Label
    let increment: (() -> Void)?
    let decrement: (() -> Void)?
    let value: (() -> String)?
    let editing: (Bool) -> Void
}

extension Stepper {
    public init(
        @ViewBuilder label: () -> Label, onIncrement: (() -> Void)?, onDecrement: (() -> Void)?,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: label(), increment: onIncrement, decrement: onDecrement, value: nil, editing: onEditingChanged)
    }

    public init<V: Strideable>(
        value: Binding<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(
            label: label(), increment: { value.wrappedValue = value.wrappedValue.advanced(by: step) },
            decrement: { value.wrappedValue = value.wrappedValue.advanced(by: -step) },
            value: { "\(value.wrappedValue)" }, editing: onEditingChanged)
    }

    public init<V: Strideable>(
        value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1, @ViewBuilder label: () -> Label,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        let set = { (wanted: V) in
            if bounds.contains(wanted) { value.wrappedValue = wanted }
        }
        self.init(
            label: label(), increment: { set(value.wrappedValue.advanced(by: step)) },
            decrement: { set(value.wrappedValue.advanced(by: -step)) }, value: { "\(value.wrappedValue)" },
            editing: onEditingChanged)
    }
}

extension Stepper where Label == Text {
    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(value: value, in: bounds, step: step, label: { Text(titleKey) }, onEditingChanged: onEditingChanged)
    }

    @_disfavoredOverload
    public init<S: StringProtocol, V: Strideable>(
        _ title: S, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(value: value, in: bounds, step: step, label: { Text(title) }, onEditingChanged: onEditingChanged)
    }

    public init<V: Strideable>(
        _ titleKey: LocalizedStringKey, value: Binding<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        self.init(value: value, step: step, label: { Text(titleKey) }, onEditingChanged: onEditingChanged)
    }
}

extension Stepper: Primitive {
    package func update(_ element: Element) { element.show(label, at: "label") }

    package func nodes(_ element: Element) -> [Node] {
        let node = Node(.stepper, label: element.nodes, at: element)
        let editing = editing
        func step(_ change: (() -> Void)?) -> (() -> Void)? {
            change.map { change in
                {
                    editing(true)
                    change()
                    editing(false)
                }
            }
        }
        node.range = Adjustment(
            value: { 0 }, set: nil, bounds: 0...0, step: nil, increment: step(increment), decrement: step(decrement))
        node.accessibility.value = value?()
        return [node]
    }
}
