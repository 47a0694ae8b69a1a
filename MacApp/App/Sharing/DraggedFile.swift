import Core
import EngineKit
import Foundation

/// Chats on their way to another program, as the file that they become if it takes them.
struct DraggedFile: Sendable {
    let chats: [Int64]
    let format: ExportFormat
    /// With its extension.
    let name: String
    private let store: any ChatStoreProtocol
    private let files: PassingFiles
    private let failed: @MainActor @Sendable (SharingModel.Failure) -> Void

    init(
        _ chats: [Int64], _ titles: [String], from store: any ChatStoreProtocol, into files: PassingFiles,
        failed: @escaping @MainActor @Sendable (SharingModel.Failure) -> Void
    ) {
        (self.chats, self.store, self.files, self.failed) = (chats, store, files, failed)
        format = .dragged(chats.count)
        name = ExportName.proposed(for: titles) + "." + format.fileExtension
    }

    /// Reads the chats and writes the file. If that fails the program is given nothing, and the user is told why.
    func write() async throws -> URL {
        do {
            return try files.write(Data(try await format.text(of: chats, from: store).utf8), named: name)
        } catch {
            await failed(.exporting(error))
            throw error
        }
    }
}
