import Core
import SwiftUI
import UniformTypeIdentifiers

extension View {
    /// The panels for files, and what is told of them.
    func sharingPanels(_ sharing: SharingModel) -> some View { modifier(SharingPanels(sharing: sharing)) }
}

private struct SharingPanels: ViewModifier {
    let sharing: SharingModel

    func body(content: Content) -> some View {
        @Bindable var sharing = sharing
        content
            // Beside the content: a view has one such panel, and the composer inside has its own, without this message.
            .background {
                Color.clear
                    .fileImporter(
                        isPresented: $sharing.choosesFiles, allowedContentTypes: [.json, .folder],
                        allowsMultipleSelection: true
                    ) {
                        sharing.chosen($0)
                    }
                    .fileDialogMessage(
                        "Choose exports of Tandem or ChatGPT, or conversations of LM Studio: files, or folders of them."
                    )
            }
            .fileExporter(
                isPresented: $sharing.asksForPlace, document: sharing.export,
                contentTypes: sharing.export.map { [$0.format.type] } ?? [],
                defaultFilename: sharing.export?.name, onCompletion: sharing.exported
            ) {
                sharing.export = nil
            }
            .alert(
                Text(verbatim: sharing.report?.title ?? ""), isPresented: hasReport, presenting: sharing.report
            ) { report in
                Button("OK") {}
                if report.isFailure { Button("Choose Another File…") { sharing.choosesFiles = true } }
            } message: { report in
                Text(verbatim: report.lines.joined(separator: "\n"))
            }
            .alert(
                Text(verbatim: sharing.failure?.title ?? ""), isPresented: hasFailed, presenting: sharing.failure
            ) { _ in
                Button("OK") {}
            } message: {
                Text(verbatim: $0.message)
            }
    }

    private var hasReport: Binding<Bool> { present(\.report) }
    private var hasFailed: Binding<Bool> { present(\.failure) }

    /// Whether something is there; what has been seen is taken away.
    private func present<Value>(_ path: ReferenceWritableKeyPath<SharingModel, Value?>) -> Binding<Bool> {
        Binding {
            sharing[keyPath: path] != nil
        } set: {
            if !$0 { sharing[keyPath: path] = nil }
        }
    }
}

/// While files are read.
struct ImportProgress: View {
    let sharing: SharingModel

    var body: some View {
        if let file = sharing.reading {
            HStack {
                ProgressView().controlSize(.small).accessibilityLabel("Importing")
                Text("Importing “\(file)”…").lineLimit(1)
                Spacer(minLength: 4)
                Button("Stop") { sharing.cancelImport() }
                    .help("The file that is being read is still read to its end.")
            }
            .font(.callout)
            .padding(8)
        }
    }
}
