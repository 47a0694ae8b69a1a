// What is read aloud: labels, values and hints.

extension View {
    func attaching(
        _ attach: @escaping @MainActor (inout Accessibility, EnvironmentValues) -> Void
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        modifier(AccessibilityAttachmentModifier(attach: attach))
    }

    public func accessibilityLabel(
        _ label: Text
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { $0.label = label.resolved(in: $1) }
    }

    public func accessibilityLabel(
        _ labelKey: LocalizedStringKey
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { $0.label = Text(labelKey).resolved(in: $1) }
    }

    @_disfavoredOverload
    public func accessibilityLabel<S: StringProtocol>(
        _ label: S
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { $0.label = Text(label).resolved(in: $1) }
    }

    public func accessibilityLabel(
        _ label: Text, isEnabled: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, environment in
            if isEnabled { accessibility.label = label.resolved(in: environment) }
        }
    }

    public func accessibilityLabel(
        _ labelKey: LocalizedStringKey, isEnabled: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, environment in
            if isEnabled { accessibility.label = Text(labelKey).resolved(in: environment) }
        }
    }

    @_disfavoredOverload
    public func accessibilityLabel<S: StringProtocol>(
        _ label: S, isEnabled: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, environment in
            if isEnabled { accessibility.label = Text(label).resolved(in: environment) }
        }
    }

    public func accessibilityValue(
        _ value: Text
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { $0.value = value.resolved(in: $1) }
    }

    public func accessibilityValue(
        _ valueKey: LocalizedStringKey
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { $0.value = Text(valueKey).resolved(in: $1) }
    }

    @_disfavoredOverload
    public func accessibilityValue<S: StringProtocol>(
        _ value: S
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { $0.value = Text(value).resolved(in: $1) }
    }

    public func accessibilityValue(
        _ value: Text, isEnabled: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, environment in
            if isEnabled { accessibility.value = value.resolved(in: environment) }
        }
    }

    public func accessibilityValue(
        _ valueKey: LocalizedStringKey, isEnabled: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, environment in
            if isEnabled { accessibility.value = Text(valueKey).resolved(in: environment) }
        }
    }

    @_disfavoredOverload
    public func accessibilityValue<S: StringProtocol>(
        _ value: S, isEnabled: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, environment in
            if isEnabled { accessibility.value = Text(value).resolved(in: environment) }
        }
    }

    public func accessibilityHint(
        _ hint: Text
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { $0.hint = hint.resolved(in: $1) }
    }

    public func accessibilityHint(
        _ hintKey: LocalizedStringKey
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { $0.hint = Text(hintKey).resolved(in: $1) }
    }

    @_disfavoredOverload
    public func accessibilityHint<S: StringProtocol>(
        _ hint: S
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { $0.hint = Text(hint).resolved(in: $1) }
    }

    public func accessibilityHint(
        _ hint: Text, isEnabled: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, environment in
            if isEnabled { accessibility.hint = hint.resolved(in: environment) }
        }
    }

    public func accessibilityHint(
        _ hintKey: LocalizedStringKey, isEnabled: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, environment in
            if isEnabled { accessibility.hint = Text(hintKey).resolved(in: environment) }
        }
    }

    @_disfavoredOverload
    public func accessibilityHint<S: StringProtocol>(
        _ hint: S, isEnabled: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        attaching { accessibility, environment in
            if isEnabled { accessibility.hint = Text(hint).resolved(in: environment) }
        }
    }
}
