import Foundation
import Observation

/// The settings, kept at every change.
@Observable @MainActor
public final class SettingsStore {
    /// What the user should know about their settings.
    public private(set) var notice: String?
    private var document: SettingsDocument
    @ObservationIgnored private let file: any DocumentKeeping

    public var settings: Settings { document.settings }

    public init(_ file: any DocumentKeeping) {
        self.file = file
        document = SettingsDocument()
        let data: Data?
        do { data = try file.read() } catch {
            // It may be readable the next time; nothing is set aside, but a change replaces it.
            notice = SettingsWords.unreadable
            return
        }
        guard let data else { return }
        if let read = SettingsDocument(data) {
            document = read
            notice = read.notUnderstood.isEmpty ? nil : SettingsWords.notUnderstood(read.notUnderstood)
        } else {
            let kept = (try? file.setAside()) != nil
            notice = kept ? SettingsWords.damaged : SettingsWords.unreadable
        }
    }

    public func change(_ change: (inout Settings) -> Void) {
        let before = document.settings
        document.change(change)
        guard document.settings != before else { return }
        do {
            try file.write(document.data)
            notice = nil
        } catch {
            notice = SettingsWords.notKept
        }
    }
}

enum SettingsWords {
    static var unreadable: String { String(localized: "The settings could not be read; all are as they come.") }
    static var damaged: String {
        String(localized: "The settings were damaged and are as they come; the old file was kept beside the new one.")
    }
    static var notKept: String {
        String(localized: "The change holds until Tandem quits: the settings could not be written.")
    }

    static func notUnderstood(_ names: [String]) -> String {
        let list = names.formatted(.list(type: .and, width: .narrow).locale(Region.locale))
        return String(localized: "\(names.count) settings were not understood and are as they come: \(list).")
    }
}
