extension View {
    public func environment<V>(_ keyPath: WritableKeyPath<EnvironmentValues, V>, _ value: V) -> some View {
        inEnvironment(value) { $0[keyPath: keyPath] = value }
    }

    public func environment<T: AnyObject & Observable>(_ object: T?) -> some View {
        inEnvironment(object as Any) { $0[T.self] = object }
    }

    public func transformEnvironment<V>(
        _ keyPath: WritableKeyPath<EnvironmentValues, V>, transform: @escaping (inout V) -> Void
    ) -> some View {
        inEnvironment(nil) { transform(&$0[keyPath: keyPath]) }
    }

    public func disabled(_ disabled: Bool) -> some View {
        inEnvironment(disabled) { $0.isEnabled = $0.isEnabled && !disabled }
    }

    public func defaultAppStorage(_ store: UserDefaults) -> some View {
        inEnvironment(store) { $0.appStorage = store }
    }

    public func dynamicTypeSize(_ size: DynamicTypeSize) -> some View {
        inEnvironment(size) { $0.dynamicTypeSize = size }
    }

    public func dynamicTypeSize<T: RangeExpression>(_ range: T) -> some View where T.Bound == DynamicTypeSize {
        inEnvironment(nil) { environment in
            let allowed = DynamicTypeSize.allCases.filter(range.contains)
            guard let first = allowed.first, let last = allowed.last else { return }
            environment.dynamicTypeSize = min(max(environment.dynamicTypeSize, first), last)
        }
    }

    public func preferredColorScheme(_ colorScheme: ColorScheme?) -> some View {
        inEnvironment(colorScheme) { environment in
            if let colorScheme { environment.colorScheme = colorScheme }
        }
    }

    public func controlSize(_ controlSize: ControlSize) -> some View {
        inEnvironment(controlSize) { $0.controlSize = controlSize }
    }

    public func labelsHidden() -> some View {
        inEnvironment(true) { $0.labelsVisibility = .hidden }
    }

    public func labelsVisibility(_ visibility: Visibility) -> some View {
        inEnvironment(visibility) { $0.labelsVisibility = visibility }
    }

    public func font(_ font: Font?) -> some View {
        inEnvironment(font) { $0.font = font }
    }

    public func lineLimit(_ number: Int?) -> some View {
        inEnvironment(number) { $0.lineLimit = number }
    }

    public func multilineTextAlignment(_ alignment: TextAlignment) -> some View {
        inEnvironment(alignment) { $0.multilineTextAlignment = alignment }
    }

    public func headerProminence(_ prominence: Prominence) -> some View {
        inEnvironment(prominence) { $0.headerProminence = prominence }
    }

    public func autocorrectionDisabled(_ disable: Bool = true) -> some View {
        inEnvironment(disable) { $0.autocorrectionDisabled = disable }
    }

    public func menuOrder(_ order: MenuOrder) -> some View {
        inEnvironment(order) { $0.menuOrder = order }
    }

    public func backgroundStyle<S: ShapeStyle>(_ style: S) -> some View {
        looks("backgroundStyle", style)
    }
}
