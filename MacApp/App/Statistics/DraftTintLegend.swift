import Core
import SwiftUI

/// What the tint of drafted text means; it looks as in the transcript: a ground, and dots below for whoever sees no
/// colors.
struct DraftTintLegend: View {
    @Environment(\.look) private var look

    var body: some View {
        Text("Text that the companion drafted")
            .font(.caption)
            .underline(pattern: .dot)
            .background(Color(MarkPalette.drafted(in: look)))
            .help("The model checked and accepted it. What is not marked the model wrote itself.")
    }
}
