import Charts
import Core
import SwiftUI

/// The last rounds, one column each. Shape and color say the same.
struct RoundStripChart: View {
    let strip: RoundStrip
    @Environment(\.look) private var look

    var body: some View {
        Chart(strip.last) { round in
            ForEach(round.places) { place in
                PointMark(x: .value("Round", round.id), y: .value("Token", place.height))
                    .foregroundStyle(by: .value("Kind", place.token.name))
                    .symbol(by: .value("Kind", place.token.name))
                    .accessibilityLabel(round.words)
                    // One word for each round is enough.
                    .accessibilityHidden(place.height > 1)
            }
        }
        .chartForegroundStyleScale(
            domain: RoundStrip.Token.kinds.map(\.name), range: RoundStrip.Token.kinds.map { $0.color(in: look) }
        )
        .chartSymbolScale(domain: RoundStrip.Token.kinds.map(\.name), range: RoundStrip.Token.kinds.map(\.shape))
        .chartLegend(.hidden)
        .chartYAxis(.hidden)
        .chartXAxis(.hidden)
        .frame(height: 120)
        .accessibilityLabel("Rounds")
        .accessibilityValue(strip.summary)
    }
}

/// What the marks of the strip mean.
struct RoundLegend: View {
    @Environment(\.look) private var look

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            ForEach(RoundStrip.Token.kinds, id: \.self) { mark in
                Label {
                    Text(verbatim: mark.name)
                } icon: {
                    Image(systemName: mark.symbol).foregroundStyle(mark.color(in: look))
                }
            }
        }
        .font(.caption)
    }
}

/// How each kind of mark looks.
extension RoundStrip.Token {
    func color(in look: WindowLook) -> Color { Color(SignPalette.paint(self, in: look)) }

    var shape: BasicChartSymbolShape {
        switch self {
        case .accepted: .circle
        case .corrected: .diamond
        case .own: .square
        case .dropped: .cross
        }
    }

    /// The same shape for the legend.
    var symbol: String {
        switch self {
        case .accepted: "circle.fill"
        case .corrected: "diamond.fill"
        case .own: "square.fill"
        case .dropped: "xmark"
        }
    }
}
