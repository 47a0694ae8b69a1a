import Core
import EngineKit
import SwiftUI

/// A piece of code, with its language and a button that copies all of it.
struct CodeView: View {
    let language: String
    let text: String
    let colours: [CodeColour]
    let marks: BlockMarks
    let drafted: [Range<Int>]
    /// It goes on where the block before ends.
    let goesOn: Bool
    let id: TranscriptBlock.ID
    let source: BlockSource
    @Environment(\.fonts) private var fonts
    @Environment(\.look) private var look

    var body: some View {
        VStack(alignment: .leading, spacing: 0) {
            if !goesOn {
                HStack {
                    if language.isEmpty { Text("Code") } else { Text(verbatim: language) }
                    Spacer()
                    CopyCodeButton(id: id, source: source)
                }
                .font(fonts.small)
                .foregroundStyle(.secondary)
                .padding(.horizontal, 10)
                .padding(.top, 6)
            }
            ScrollView(.horizontal) {
                Text(AttributedString(code: shown, colours, marks: marks, drafted: drafted, look: look))
                    .font(fonts.code)
                    .fixedSize(horizontal: true, vertical: true)
                    .padding(.horizontal, 10)
                    .padding(.vertical, goesOn ? 0 : 6)
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
        .background(Color(CodePalette.ground(in: look)), in: RoundedRectangle(cornerRadius: goesOn ? 0 : 6))
    }

    /// Without the end of its last line, which would be an empty line here.
    private var shown: String { text.hasSuffix("\n") ? String(text.dropLast()) : text }
}

private struct CopyCodeButton: View {
    let id: TranscriptBlock.ID
    let source: BlockSource
    @Environment(WindowModel.self) private var window: WindowModel?
    @State private var isCopied = false

    var body: some View {
        Button {
            guard let text = source.copyText(of: id) else { return }
            window?.actions.copy(text)
            isCopied = true
        } label: {
            if isCopied {
                Label("Copied", systemImage: "checkmark")
            } else {
                Label("Copy Code", systemImage: "doc.on.doc")
            }
        }
        .labelStyle(.iconOnly)
        .buttonStyle(.borderless)
        .help("Copy the code")
        .task(id: isCopied) {
            guard isCopied, (try? await Task.sleep(for: .seconds(2))) != nil else { return }
            isCopied = false
        }
    }
}
