import SwiftUI

/// What a test chooses about the Mac that the views believe to be on.
public struct Conditions {
    public var locale = Locale(identifier: "en_US")
    public var colorScheme = ColorScheme.light
    public var contrast = ColorSchemeContrast.standard
    public var dynamicTypeSize = DynamicTypeSize.large
    public var layoutDirection = LayoutDirection.leftToRight
    public var reduceMotion = false
    public var reduceTransparency = false
    public var differentiateWithoutColor = false
    public var voiceOver = false
    /// Tab reaches every control, not only what can be typed into.
    public var keyboardNavigation = false
    /// What is stored for `@AppStorage` when the test begins.
    public var defaults: [String: Any] = [:]
    /// The catalogue: the format for a key and a table with the plural that what is filled in needs, or nil to show the
    /// key itself.
    public var catalogue: ((_ key: String, _ table: String?, _ arguments: [any CVarArg & Sendable]) -> String?)?

    public init() {}

    @MainActor
    func apply(to environment: inout EnvironmentValues) {
        environment.locale = locale
        environment.colorScheme = colorScheme
        environment.colorSchemeContrast = contrast
        environment.dynamicTypeSize = dynamicTypeSize
        environment.layoutDirection = layoutDirection
        environment.accessibilityReduceMotion = reduceMotion
        environment.accessibilityReduceTransparency = reduceTransparency
        environment.accessibilityDifferentiateWithoutColor = differentiateWithoutColor
        environment.accessibilityVoiceOverEnabled = voiceOver
        environment.reachesEveryControl = keyboardNavigation
        if let catalogue {
            environment.strings = Strings { catalogue($0, $1, $2.map(\.value)) }
        }
    }
}

extension LocalizedStringKey.Argument {
    fileprivate var value: any CVarArg & Sendable {
        switch self {
        case .text(let text): text
        case .integer(let number): number
        case .unsigned(let number): number
        case .number(let number): number
        // A catalogue chooses by numbers alone.
        case .view: ""
        }
    }
}
