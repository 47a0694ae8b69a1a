import Core
import SwiftUI

/// What Tandem is, and its keys.
struct HelpWindow: View {
    private let help = HelpText()

    var body: some View {
        ScrollView {
            VStack(alignment: .leading, spacing: 12) {
                ForEach(help.sections) { section in
                    Text(verbatim: section.title).font(.headline).accessibilityAddTraits(.isHeader)
                    Text(verbatim: section.text).textSelection(.enabled)
                }
                Text("Keys").font(.headline).accessibilityAddTraits(.isHeader)
                ForEach(help.shortcuts) { menu in
                    Text(verbatim: menu.menu).font(.subheadline).accessibilityAddTraits(.isHeader)
                    ForEach(menu.keys) { key in
                        LabeledContent(key.title) { Text(verbatim: key.keys).monospaced() }
                    }
                }
            }
            .padding(20)
            .frame(maxWidth: .infinity, alignment: .leading)
        }
    }
}
