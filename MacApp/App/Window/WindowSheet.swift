/// What can lie over a main window. One at a time.
enum WindowSheet: Hashable, Identifiable {
    case models, chatSettings

    var id: Self { self }
}
