import Core
import EngineKit
import SwiftUI

extension View {
    /// What is asked and named for the sidebar lies over the whole window, as the sidebar may be hidden.
    func sidebarSheets(_ sidebar: SidebarModel) -> some View { modifier(SidebarSheets(sidebar: sidebar)) }
}

private struct SidebarSheets: ViewModifier {
    let sidebar: SidebarModel

    func body(content: Content) -> some View {
        @Bindable var sidebar = sidebar
        content
            .sheet(item: $sidebar.sheet) { sheet in
                Group {
                    switch sheet {
                    case .folder(let naming): FolderNameSheet(naming: naming, sidebar: sidebar)
                    case .move(let chats): FolderChoiceSheet(chats: chats, sidebar: sidebar)
                    }
                }
                .letsQuit()
            }
            .confirmationDialog(
                title, isPresented: isAsking, titleVisibility: .visible, presenting: sidebar.question
            ) { question in
                switch question {
                case .delete(let deletion):
                    Button(deletion.confirmTitle, role: .destructive) { sidebar.delete(deletion) }
                case .deleteFolder(let folder):
                    Button("Delete Folder", role: .destructive) { sidebar.delete(folder) }
                case .repair: Button("Repair") { sidebar.repair() }
                }
                Button("Cancel", role: .cancel) {}
            } message: { question in
                switch question {
                case .delete(let deletion): Text(verbatim: deletion.explanation)
                case .deleteFolder: Text("Its chats stay, in no folder.")
                case .repair:
                    Text(verbatim: sidebar.repairWords)
                }
            }
    }

    private var title: Text {
        switch sidebar.question {
        case .delete(let deletion): Text(verbatim: deletion.title)
        case .deleteFolder(let folder): Text("Delete the folder “\(folder.name)”?")
        case .repair: Text("Repair your chats?")
        case nil: Text(verbatim: "")
        }
    }

    private var isAsking: Binding<Bool> {
        Binding {
            sidebar.question != nil
        } set: {
            if !$0 { sidebar.question = nil }
        }
    }
}

/// Names a folder, a new one or one that is there.
struct FolderNameSheet: View {
    let naming: FolderNaming
    let sidebar: SidebarModel
    @State private var name: String
    @Environment(\.dismiss) private var dismiss

    init(naming: FolderNaming, sidebar: SidebarModel) {
        self.naming = naming
        self.sidebar = sidebar
        _name = State(initialValue: naming.folder?.name ?? "")
    }

    private var obstacle: String? { sidebar.chats.obstacle(toFolder: name, except: naming.folder?.id) }

    var body: some View {
        Form {
            TextField("Folder Name", text: $name).onSubmit(finish)
            // An empty field needs no reproach.
            if let obstacle, !name.isEmpty { Text(verbatim: obstacle).foregroundStyle(.secondary) }
        }
        .padding()
        .frame(minWidth: 320)
        .navigationTitle(naming.folder == nil ? "New Folder" : "Rename Folder")
        .toolbar {
            ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
            ToolbarItem(placement: .confirmationAction) {
                Button(naming.folder == nil ? "Create" : "Rename", action: finish).disabled(obstacle != nil)
            }
        }
    }

    private func finish() {
        guard obstacle == nil else { return }
        if let folder = naming.folder {
            sidebar.rename(folder, to: name)
        } else {
            sidebar.create(name, with: naming.chats)
        }
        dismiss()
    }
}

/// Chooses a folder for chats.
struct FolderChoiceSheet: View {
    let chats: Set<Int64>
    let sidebar: SidebarModel
    @State private var folder = ChatShelf.all
    @Environment(\.dismiss) private var dismiss

    var body: some View {
        Form {
            Picker("Folder", selection: $folder) {
                Text("No Folder").tag(ChatShelf.all)
                ForEach(sidebar.chats.list.folders) { Text(verbatim: $0.name).tag(ChatShelf.folder($0.id)) }
            }
            .pickerStyle(.inline)
        }
        .padding()
        .frame(minWidth: 320)
        .navigationTitle("Move to Folder")
        .toolbar {
            ToolbarItem(placement: .cancellationAction) { Button("Cancel") { dismiss() } }
            ToolbarItem { Button("New Folder…") { sidebar.sheet = .folder(FolderNaming(chats: chats)) } }
            ToolbarItem(placement: .confirmationAction) {
                Button("Move") {
                    if case .folder(let id) = folder {
                        sidebar.move(chats, to: id)
                    } else {
                        sidebar.move(chats, to: nil)
                    }
                    dismiss()
                }
            }
        }
    }
}
