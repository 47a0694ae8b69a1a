import Core
import SwiftUI

struct PrivacyPane: View {
    let app: AppModel

    var body: some View {
        Form {
            Section("What leaves this Mac") { Text(verbatim: PrivacyText.leaves) }
            TokenSection(token: app.token, opener: app.services.system.citizen.opener)
            Section("Where your chats are") {
                Text(verbatim: PrivacyText.files)
                FolderRow(folder: app.services.home.path, opener: app.services.system.citizen.opener)
            }
            Section("Deleting") {
                Text("Delete chats in the sidebar. They can be restored from the trash until it is emptied.")
            }
        }
        .formStyle(.grouped)
        .task { await app.token.read() }
    }
}
