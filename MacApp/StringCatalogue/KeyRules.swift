/// Where a literal is a key of the catalogue.
struct KeyRules {
    struct Rule: Hashable {
        let callee: String
        /// `nil` is the first argument, without a label.
        let label: String?
    }

    var rules: Set<Rule>

    /// In `Core`, where nothing of SwiftUI is.
    static let core = KeyRules(rules: [Rule(callee: "String", label: "localized")])

    /// In views, for what SwiftUI, Charts and App Intents take.
    static let views: KeyRules = {
        let first = [
            "Button", "ColorPicker", "CommandMenu", "ContentUnavailableView", "ControlGroup", "DatePicker",
            "DisclosureGroup", "Gauge", "GroupBox", "Label", "LabeledContent", "Link", "LocalizedStringKey",
            "LocalizedStringResource", "Menu", "MenuBarExtra", "NavigationLink", "Picker", "ProgressView", "Section",
            "SecureField", "ShareLink", "Stepper", "Tab", "TableColumn", "Text", "TextField", "Toggle", "Window",
            "WindowGroup",
            "accessibilityCustomContent", "accessibilityHint", "accessibilityLabel", "accessibilityRotor",
            "accessibilityValue", "alert", "chartXAxisLabel", "chartYAxisLabel", "confirmationDialog",
            "dialogSuppressionToggle",
            "fileDialogConfirmationLabel", "fileDialogMessage", "help", "navigationSubtitle", "navigationTitle",
            "value",
        ]
        let labelled = [
            ("String", "localized"), ("AttributedString", "localized"), ("accessibilityAction", "named"),
            ("searchable", "prompt"),
        ]
        return KeyRules(
            rules: Set(
                first.map { Rule(callee: $0, label: nil) } + labelled.map { Rule(callee: $0.0, label: $0.1) }))
    }()
}
