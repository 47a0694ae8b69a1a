import Foundation

extension TranscriptSpan {
    /// Where a click leads: to the web or a mail alone, since the model wrote it.
    public var target: URL? {
        guard let link, let url = URL(string: link), let scheme = url.scheme?.lowercased() else { return nil }
        switch scheme {
        case "http", "https": return url.host()?.isEmpty == false ? url : nil
        case "mailto": return url
        default: return nil
        }
    }
}
