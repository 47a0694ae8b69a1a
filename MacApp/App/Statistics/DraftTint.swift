import SwiftUI

/// How text from accepted drafts looks: a background, and a line below it for whoever sees no colors.
enum DraftTint {
    static var color: Color { .green.opacity(0.18) }
}

/// What the tint means.
struct DraftTintLegend: View {
    var body: some View {
        Text("Text that the companion drafted")
            .font(.caption)
            .underline()
            .background(DraftTint.color)
            .help("The model checked and accepted it. What is not marked the model wrote itself.")
    }
}
