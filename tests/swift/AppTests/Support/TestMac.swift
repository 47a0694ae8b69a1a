import Core

@testable import Tandem

/// What the app did with the Mac.
@MainActor
final class TestMac {
    let pasteboard = Copies()
    let announcer = Announcements()
    let speaker = Speech()
    let citizen = TestCitizen()
    let sharer = Shares()
    let textActions = Actions()

    var services: SystemServices {
        SystemServices(
            pasteboard: pasteboard, announcer: announcer, speaker: speaker, citizen: citizen.services, sharer: sharer,
            textActions: textActions)
    }

    @MainActor
    final class Shares: Sharer {
        private(set) var texts: [String] = []

        func share(_ text: String) { texts.append(text) }
    }

    @MainActor
    final class Actions: TextActions {
        private(set) var items: [SystemItem] = []

        func perform(_ item: SystemItem) { items.append(item) }
    }

    @MainActor
    final class Copies: Pasteboard {
        private(set) var texts: [String] = []

        func copy(_ text: String) { texts.append(text) }
    }

    @MainActor
    final class Announcements: Announcer {
        private(set) var all: [String] = []

        func announce(_ words: String, isUrgent: Bool) { all.append(words) }
    }

    @MainActor
    final class Speech: Speaker {
        private(set) var spoken: [String] = []
        private var ended: (@MainActor () -> Void)?

        func speak(_ text: String, ended: @escaping @MainActor () -> Void) {
            stop()
            spoken.append(text)
            self.ended = ended
        }

        func stop() {
            let ended = ended
            self.ended = nil
            ended?()
        }
    }
}
