import Core
import SwiftUI

/// A text file that comes with a message.
struct FileChip: View {
    let name: String
    var isReading = false
    var remove: (@MainActor () -> Void)?

    var body: some View {
        HStack(spacing: 4) {
            Image(systemName: "doc.text").accessibilityHidden(true)
            Text(verbatim: name).lineLimit(1).truncationMode(.middle)
            if isReading { ProgressView().controlSize(.mini).accessibilityLabel("Reading") }
            if let remove {
                Button("Remove \(name)", systemImage: "xmark.circle.fill", action: remove)
                    .labelStyle(.iconOnly)
                    .buttonStyle(.borderless)
                    .help("Take the file away from the message")
            }
        }
        .font(.callout)
        .padding(.horizontal, 8)
        .padding(.vertical, 4)
        .background(.quaternary, in: Capsule())
    }
}

/// The files of the message that is being written.
struct ComposerFiles: View {
    let composer: ComposerStore

    var body: some View {
        ScrollView(.horizontal) {
            HStack {
                ForEach(composer.composer.files) { file in
                    FileChip(name: file.name, isReading: file.state == .reading) {
                        composer.send(.removeFile(file.id))
                    }
                }
            }
        }
    }
}
