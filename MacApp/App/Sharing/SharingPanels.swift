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
            .fileImporter(
                isPresented: $sharing.choosesFiles, allowedContentTypes: [.json], allowsMultipleSelection: true
            ) {
                sharing.chosen($0)
            }
            .fileDialogMessage("Choose exports of Tandem or ChatGPT, or conversations of LM Studio.")
            .fileExporter(
                isPresented: isExporting, document: sharing.export,
                contentTypes: sharing.export.map { [$0.format.type] } ?? [],
                defaultFilename: sharing.export?.name, onCompletion: sharing.exported
            ) {
                sharing.export = nil
            }
            .alert(
                sharing.importing.summary?.isFailure == true ? "Nothing Was Imported" : "Import Finished",
                isPresented: hasSummary, presenting: sharing.importing.summary
            ) { summary in
                Button("OK") {}
                if summary.isFailure { Button("Choose Another File…") { sharing.choosesFiles = true } }
            } message: { summary in
                Text(verbatim: summary.sentence)
            }
            .onChange(of: sharing.importing.summary) { _, summary in
                if let summary { sharing.app.services.system.announcer.announce(summary.sentence, isUrgent: false) }
            }
            .alert("Nothing Was Exported", isPresented: hasFailed, presenting: sharing.failure) { _ in
                Button("OK") {}
            } message: {
                Text(verbatim: $0)
            }
    }

    private var isExporting: Binding<Bool> { present(\.export) }
    private var hasSummary: Binding<Bool> {
        Binding {
            sharing.importing.summary != nil
        } set: {
            if !$0 { sharing.importing.dismiss() }
        }
    }
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
        if let progress = sharing.importing.progress {
            HStack {
                ProgressView("Importing…", value: Double(progress.done), total: Double(max(1, progress.total)))
                Button("Stop") { sharing.importing.stop() }
                    .help("The file that is being read is still read to its end.")
            }
            .font(.callout)
            .padding(8)
        }
    }
}
