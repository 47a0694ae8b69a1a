import Foundation

/// Why macOS must neither slow Tandem down nor go to sleep by itself.
public enum ActivityPlan {
    /// What the activity is called in the list of `pmset`; `nil` while there is none. It tells nothing of what is said.
    public static func reason(generating: Bool, downloading: Bool) -> String? {
        switch (generating, downloading) {
        case (false, false): nil
        case (true, false): "Tandem is answering"
        case (false, true): "Tandem is downloading a model"
        case (true, true): "Tandem is answering and downloading a model"
        }
    }
}
