import Core
import EngineKit
import Observation

/// Looking for words in the chat of a window.
@Observable @MainActor
final class FindModel {
    private(set) var isOpen = false
    private(set) var find = FindInChat() {
        didSet { tell() }
    }
    /// What is marked, by message.
    private(set) var marks: [Int64: MessageMarks] = [:]
    /// What stands in the field; it is kept when the bar is closed, as in every Mac program.
    var query = "" {
        didSet { if query != oldValue { search() } }
    }

    @ObservationIgnored private weak var window: WindowModel?

    init(_ window: WindowModel) {
        self.window = window
    }

    func open() {
        isOpen = true
        search()
    }

    func close() {
        isOpen = false
        find.end()
        window?.field.focus()
    }

    func next() { if isOpen { find.next() } else { open() } }
    func previous() { if isOpen { find.previous() } else { open() } }

    /// The chat has changed.
    func refresh() {
        if isOpen { find.refresh(passages) }
    }

    /// Another chat is shown: the same words are looked for there.
    func leave() {
        if isOpen { search() }
    }

    private func tell() {
        let current = find.match
        let byMessage = Dictionary(grouping: isOpen ? find.matches : [], by: \.place.message)
        let new = byMessage.mapValues { matches in
            MessageMarks(
                matches: matches, current: current.flatMap { $0.place.message == matches[0].place.message ? $0 : nil })
        }
        if new != marks { marks = new }
    }

    private func search() {
        if isOpen { find.search(query, in: passages) }
    }

    private var passages: [FindPassage] {
        guard let window else { return [] }
        let transcripts = window.transcripts
        return window.conversation.tree.shown.flatMap { message in
            message.role == .assistant ? transcripts[message].passages(of: message.id) : [.written(message)]
        }
    }
}
