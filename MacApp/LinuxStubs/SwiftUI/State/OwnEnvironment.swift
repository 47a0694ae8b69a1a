// What the stub itself hands down the tree.

extension EnvironmentValues {
    package var strings: Strings {
        get { self[StringsKey.self] }
        set { self[StringsKey.self] = newValue }
    }

    package var focused: FocusedSource? {
        get { self[FocusedKey.self] }
        set { self[FocusedKey.self] = newValue }
    }

    var appStorage: UserDefaults? {
        get { self[AppStorageKey.self] }
        set { self[AppStorageKey.self] = newValue }
    }

    var submitActions: [SubmitAction] {
        get { self[SubmitActionsKey.self] }
        set { self[SubmitActionsKey.self] = newValue }
    }

    var buttonStyle: (any StyleOfButton)? {
        get { self[ButtonStyleKey.self] }
        set { self[ButtonStyleKey.self] = newValue }
    }

    var toggleStyle: (any ToggleStyle)? {
        get { self[ToggleStyleKey.self] }
        set { self[ToggleStyleKey.self] = newValue }
    }

    var labelStyle: (any LabelStyle)? {
        get { self[LabelStyleKey.self] }
        set { self[LabelStyleKey.self] = newValue }
    }

    var progressViewStyle: (any ProgressViewStyle)? {
        get { self[ProgressViewStyleKey.self] }
        set { self[ProgressViewStyleKey.self] = newValue }
    }

    var groupBoxStyle: (any GroupBoxStyle)? {
        get { self[GroupBoxStyleKey.self] }
        set { self[GroupBoxStyleKey.self] = newValue }
    }

    var disclosureGroupStyle: (any DisclosureGroupStyle)? {
        get { self[DisclosureGroupStyleKey.self] }
        set { self[DisclosureGroupStyleKey.self] = newValue }
    }

    var gaugeStyle: (any GaugeStyle)? {
        get { self[GaugeStyleKey.self] }
        set { self[GaugeStyleKey.self] = newValue }
    }

    var labeledContentStyle: (any LabeledContentStyle)? {
        get { self[LabeledContentStyleKey.self] }
        set { self[LabeledContentStyleKey.self] = newValue }
    }

    var searchDismissal: (@MainActor () -> Void)? {
        get { self[SearchDismissalKey.self] }
        set { self[SearchDismissalKey.self] = newValue }
    }

    var destinations: Destinations? {
        get { self[DestinationsKey.self] }
        set { self[DestinationsKey.self] = newValue }
    }

    /// Whether buttons and the like can have the keyboard too.
    package var reachesEveryControl: Bool {
        get { self[ReachesEveryControlKey.self] }
        set { self[ReachesEveryControlKey.self] = newValue }
    }

    package var scenes: (any SceneOpener)? {
        get { self[ScenesKey.self] }
        set { self[ScenesKey.self] = newValue }
    }
}

private struct ReachesEveryControlKey: EnvironmentKey {
    static var defaultValue: Bool { false }
}

private struct StringsKey: EnvironmentKey {
    static var defaultValue: Strings { Strings() }
}

private struct FocusedKey: EnvironmentKey {
    static var defaultValue: FocusedSource? { nil }
}

private struct AppStorageKey: EnvironmentKey {
    static var defaultValue: UserDefaults? { nil }
}

private struct SubmitActionsKey: EnvironmentKey {
    static var defaultValue: [SubmitAction] { [] }
}

private struct ButtonStyleKey: EnvironmentKey {
    static var defaultValue: (any StyleOfButton)? { nil }
}

private struct ToggleStyleKey: EnvironmentKey {
    static var defaultValue: (any ToggleStyle)? { nil }
}

private struct LabelStyleKey: EnvironmentKey {
    static var defaultValue: (any LabelStyle)? { nil }
}

private struct ProgressViewStyleKey: EnvironmentKey {
    static var defaultValue: (any ProgressViewStyle)? { nil }
}

private struct GroupBoxStyleKey: EnvironmentKey {
    static var defaultValue: (any GroupBoxStyle)? { nil }
}

private struct DisclosureGroupStyleKey: EnvironmentKey {
    static var defaultValue: (any DisclosureGroupStyle)? { nil }
}

private struct GaugeStyleKey: EnvironmentKey {
    static var defaultValue: (any GaugeStyle)? { nil }
}

private struct LabeledContentStyleKey: EnvironmentKey {
    static var defaultValue: (any LabeledContentStyle)? { nil }
}

private struct SearchDismissalKey: EnvironmentKey {
    static var defaultValue: (@MainActor () -> Void)? { nil }
}

private struct DestinationsKey: EnvironmentKey {
    static var defaultValue: Destinations? { nil }
}

private struct ScenesKey: EnvironmentKey {
    static var defaultValue: (any SceneOpener)? { nil }
}
