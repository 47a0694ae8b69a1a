import CoreTransferable
import UniformTypeIdentifiers

/// Asks for files, or where to write them, while a binding says so.
private struct AskingForFiles: ViewModifier, PrimitiveModifier {
    typealias Body = Never

    let kind: Node.Kind
    let isPresented: Binding<Bool>
    let request: FileRequest

    func nodes(_ element: Element) -> [Node] {
        guard isPresented.wrappedValue else { return element.nodes }
        let node = Node(kind, at: element)
        node.isModal = true
        node.isEnabled = true
        let (isPresented, request) = (isPresented, request)
        node.file = FileRequest(
            types: request.types, allowsSeveral: request.allowsSeveral, defaultName: request.defaultName,
            content: request.content,
            finish: { result in
                isPresented.wrappedValue = false
                request.finish(result)
            },
            cancel: {
                isPresented.wrappedValue = false
                request.cancel()
            })
        node.dismiss = node.file?.cancel
        return element.nodes + [node]
    }
}

extension View {
    public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType],
        onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void
    ) -> some View {
        imports(isPresented, allowedContentTypes, several: false, onCompletion: { first(of: $0).map(onCompletion) }) {}
    }

    public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
        onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void
    ) -> some View {
        imports(isPresented, allowedContentTypes, several: allowsMultipleSelection, onCompletion: onCompletion) {}
    }

    public func fileImporter(
        isPresented: Binding<Bool>, allowedContentTypes: [UTType], allowsMultipleSelection: Bool,
        onCompletion: @escaping (_ result: Result<[URL], any Error>) -> Void, onCancellation: @escaping () -> Void
    ) -> some View {
        imports(
            isPresented, allowedContentTypes, several: allowsMultipleSelection, onCompletion: onCompletion,
            onCancellation)
    }

    private func imports(
        _ isPresented: Binding<Bool>, _ types: [UTType], several: Bool,
        onCompletion: @escaping (Result<[URL], any Error>) -> Void?, _ onCancellation: @escaping () -> Void
    ) -> some View {
        let request = FileRequest(
            types: types.map(\.identifier), allowsSeveral: several, finish: { _ = onCompletion($0) },
            cancel: onCancellation)
        return modifier(AskingForFiles(kind: .fileImporter, isPresented: isPresented, request: request))
    }

    public func fileExporter<D: FileDocument>(
        isPresented: Binding<Bool>, document: D?, contentType: UTType, defaultFilename: String? = nil,
        onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void
    ) -> some View {
        exports(isPresented, document.map { [$0] } ?? [], [contentType], defaultFilename, onCompletion) {}
    }

    public func fileExporter<D: FileDocument>(
        isPresented: Binding<Bool>, document: D?, contentTypes: [UTType] = [], defaultFilename: String? = nil,
        onCompletion: @escaping (_ result: Result<URL, any Error>) -> Void,
        onCancellation: @escaping () -> Void = {}
    ) -> some View {
        exports(
            isPresented, document.map { [$0] } ?? [], contentTypes, defaultFilename, onCompletion, onCancellation)
    }

    private func exports<D: FileDocument>(
        _ isPresented: Binding<Bool>, _ documents: [D], _ types: [UTType], _ name: String?,
        _ onCompletion: @escaping (Result<URL, any Error>) -> Void, _ onCancellation: @escaping () -> Void
    ) -> some View {
        let type = types.first ?? D.writableContentTypes.first ?? .data
        let request = FileRequest(
            types: types.map(\.identifier), allowsSeveral: false, defaultName: name,
            content: {
                try documents.map { document in
                    let configuration = FileDocumentWriteConfiguration(contentType: type, existingFile: nil)
                    return try document.fileWrapper(configuration: configuration).regularFileContents ?? Data()
                }
            }, finish: { result in first(of: result).map(onCompletion) }, cancel: onCancellation)
        return modifier(AskingForFiles(kind: .fileExporter, isPresented: isPresented, request: request))
    }

    public func fileDialogMessage(_ message: Text?) -> some View { self }
    public func fileDialogMessage(_ messageKey: LocalizedStringKey) -> some View { self }
    public func fileDialogConfirmationLabel(_ label: Text?) -> some View { self }
    public func fileDialogConfirmationLabel(_ labelKey: LocalizedStringKey) -> some View { self }
    public func fileDialogDefaultDirectory(_ defaultDirectory: URL?) -> some View { self }
    public func fileDialogBrowserOptions(_ options: FileDialogBrowserOptions) -> some View { self }
    public func fileExporterFilenameLabel(_ labelKey: LocalizedStringKey) -> some View { self }
}

private func first(of result: Result<[URL], any Error>) -> Result<URL, any Error>? {
    switch result {
    case .success(let urls): urls.first.map { .success($0) }
    case .failure(let error): .failure(error)
    }
}

public struct FileDialogBrowserOptions: OptionSet, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    public static let enumeratePackages = FileDialogBrowserOptions(rawValue: 1)
    public static let includeHiddenFiles = FileDialogBrowserOptions(rawValue: 2)
    public static let displayFileExtensions = FileDialogBrowserOptions(rawValue: 4)
}

/// A value that can be read from a file and written to one.
@preconcurrency
public protocol FileDocument: Sendable {
    static var readableContentTypes: [UTType] { get }
    static var writableContentTypes: [UTType] { get }
    init(configuration: ReadConfiguration) throws
    func fileWrapper(configuration: WriteConfiguration) throws -> FileWrapper
    typealias ReadConfiguration = FileDocumentReadConfiguration
    typealias WriteConfiguration = FileDocumentWriteConfiguration
}

extension FileDocument {
    public static var writableContentTypes: [UTType] { readableContentTypes }
}

public struct FileDocumentReadConfiguration {
    public let contentType: UTType
    public let file: FileWrapper
}

public struct FileDocumentWriteConfiguration {
    public let contentType: UTType
    public let existingFile: FileWrapper?
}
