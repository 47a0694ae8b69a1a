import SwiftSyntax
import SwiftSyntaxMacros

/// `#Preview("name") { … }`: a type that holds the view, so that the compiler checks it.
struct PreviewMacro: DeclarationMacro {
    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let body = node.trailingClosure else { return [] }
        let name = context.makeUniqueName("Preview")
        return [
            """
            struct \(name): DeveloperToolsPreview {
                @MainActor static func make() -> any View { previewBody \(raw: body.trimmedDescription) }
            }
            """
        ]
    }
}
