import SwiftUI

/// A folder, and the way there.
struct FolderRow: View {
    let folder: String
    let opener: any Opener

    var body: some View {
        HStack {
            Text(verbatim: folder).lineLimit(1).truncationMode(.middle).textSelection(.enabled)
            Spacer()
            Button("Show in Finder", systemImage: "folder") { opener.showInFinder(folder) }
                .labelStyle(.iconOnly).help("Show in Finder")
        }
    }
}
