#if DEBUG
    import SwiftUI

    /// One state of a screen. The same list is what previews show, what view tests look at, and what the check for
    /// accessibility goes through.
    @MainActor
    struct ScreenState {
        let name: String
        /// How long it takes until it shows what it is called by.
        let delay: Duration
        /// Words that tell it from the others of its screen, in English; without them it is not what its name says.
        let shows: String
        private let make: () -> AnyView

        init(
            _ name: String, after delay: Duration = .zero, shows: String,
            @ViewBuilder _ view: @escaping () -> some View
        ) {
            self.name = name
            self.delay = delay
            self.shows = shows
            make = { AnyView(view()) }
        }

        var view: AnyView { make() }

        static var all: [ScreenState] { screens.flatMap(\.self) }

        /// The states of each screen, or of what can be mistaken for one another.
        static var screens: [[ScreenState]] {
            [
                start, window, sidebar, arrivals, transcript, answers, composer, statistics, palette, chatSettings,
                measure, firstRun, settings, library, downloads, notices,
            ]
        }
    }

    /// The states of a screen, one to be chosen.
    struct StateGallery: View {
        let states: [ScreenState]
        @State private var chosen: String

        init(_ states: [ScreenState]) {
            self.states = states
            _chosen = State(initialValue: states.first?.name ?? "")
        }

        var body: some View {
            VStack {
                Picker("State", selection: $chosen) {
                    ForEach(states, id: \.name) { Text(verbatim: $0.name).tag($0.name) }
                }
                states.first { $0.name == chosen }?.view
            }
        }
    }
#endif
