import Core
import SwiftUI

/// How much of what the model reads at once the chat and the message take; may be more than all of it.
struct ContextGaugeView: View {
    let window: WindowModel
    @State private var explains = false

    var body: some View {
        let gauge = window.composer.gauge(context: Int(clamping: window.app.services.meter().context))
        Button {
            explains = true
        } label: {
            HStack(spacing: 4) {
                if gauge.level == .over { WarningSign() }
                Gauge(value: min(gauge.fraction, 1)) { EmptyView() }
                    .gaugeStyle(.accessoryLinearCapacity)
                    .frame(width: 40)
                    .accessibilityHidden(true)
                Text(verbatim: gauge.text).font(.caption).monospacedDigit()
            }
        }
        .accessibilityLabel("Context")
        .accessibilityValue(gauge.text)
        .accessibilityHint(gauge.explanation)
        .help(gauge.explanation)
        .popover(isPresented: $explains) {
            Text(verbatim: gauge.explanation).frame(maxWidth: 280).padding()
        }
    }
}
