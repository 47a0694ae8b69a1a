import Core
import EngineKit
import SwiftUI

/// One line about something that went wrong, and a button that helps.
struct NoticeView: View {
    let notice: ErrorNotice
    let perform: @MainActor (ErrorNotice.Action) -> Void
    /// `nil` for what does not go by being looked away from.
    let dismiss: (@MainActor () -> Void)?
    @Environment(\.openURL) private var openURL

    init(
        _ notice: ErrorNotice, perform: @escaping @MainActor (ErrorNotice.Action) -> Void,
        dismiss: (@MainActor () -> Void)? = nil
    ) {
        self.notice = notice
        self.perform = perform
        self.dismiss = dismiss
    }

    var body: some View {
        HStack(alignment: .firstTextBaseline) {
            Label {
                Text(verbatim: notice.message).textSelection(.enabled)
            } icon: {
                WarningSign()
            }
            Spacer()
            if let action = notice.action, let title = notice.actionTitle {
                Button(title) { act(action) }
            }
            if let dismiss {
                Button("Dismiss", systemImage: "xmark", action: dismiss)
                    .labelStyle(.iconOnly)
                    .buttonStyle(.borderless)
                    .help("Hide this notice")
            }
        }
        .padding(10)
        .background(.quaternary, in: RoundedRectangle(cornerRadius: 8))
    }

    private func act(_ action: ErrorNotice.Action) {
        if let pane = action.systemSettings { openURL(pane) } else { perform(action) }
    }
}

extension ErrorNotice.Action {
    /// The pane of System Settings that it leads to.
    var systemSettings: URL? {
        switch self {
        case .openNetworkSettings: URL(string: "x-apple.systempreferences:com.apple.Network-Settings.extension")
        case .showStorage: URL(string: "x-apple.systempreferences:com.apple.settings.Storage")
        default: nil
        }
    }
}
