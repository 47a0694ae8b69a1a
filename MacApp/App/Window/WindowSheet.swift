/// What can lie over a main window. One at a time.
enum WindowSheet: Hashable, Identifiable {
    case models, chatSettings, newFolder, search
    case rename(Int64)
    case moveToFolder(Set<Int64>)

    var id: Self { self }
}
