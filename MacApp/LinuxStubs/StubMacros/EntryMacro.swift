import SwiftSyntax
import SwiftSyntaxMacros

/// `@Entry var name: Type = value` in an extension of `EnvironmentValues` or `FocusedValues`: a property with a key of
/// its own. A focused value is optional and starts without a value.
struct EntryMacro: AccessorMacro, PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let entry = Entry(declaration, in: context) else { return [] }
        return [
            "get { self[\(raw: entry.key).self] }",
            "set { self[\(raw: entry.key).self] = newValue }",
        ]
    }

    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let entry = Entry(declaration, in: context) else { return [] }
        if entry.isFocused {
            let wrapped = entry.type.map { String($0.dropLast()) } ?? "Never"
            return ["private struct \(raw: entry.key): FocusedValueKey { typealias Value = \(raw: wrapped) }"]
        }
        let value = entry.value ?? "nil"
        // Only a stored value takes its type from what it is set to.
        let property =
            entry.type.map { "static var defaultValue: \($0) { \(value) }" } ?? "static let defaultValue = \(value)"
        return ["private struct \(raw: entry.key): EnvironmentKey { \(raw: property) }"]
    }
}

private struct Entry {
    let key: String
    let type: String?
    let value: String?
    let isFocused: Bool

    init?(_ declaration: some DeclSyntaxProtocol, in context: some MacroExpansionContext) {
        guard let binding = declaration.as(VariableDeclSyntax.self)?.bindings.first,
            let name = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text
        else { return nil }
        key = "__Key_\(name)"
        type = binding.typeAnnotation?.type.trimmedDescription
        value = binding.initializer?.value.trimmedDescription
        let extended = context.lexicalContext.first?.as(ExtensionDeclSyntax.self)?.extendedType.trimmedDescription
        isFocused = extended?.hasSuffix("FocusedValues") == true
    }
}
