import AppKit

// A file of its own, since AppKit and SwiftUI share some names.

func announcementCount() -> Int { Announcements.count }

func announcementsSince(_ count: Int) -> [String] { Announcements.since(count) }
