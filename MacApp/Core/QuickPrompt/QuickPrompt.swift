import Foundation

/// The prompt that opens over other programs, as a state machine.
public struct QuickPrompt: Equatable, Sendable {
    /// Longest question, in characters.
    public static let longestQuestion = 32_000
    /// How long no Return is taken after a text from elsewhere has opened it: that key was meant for another window.
    public static let settles: TimeInterval = 0.5

    public struct Exchange: Equatable, Sendable {
        public let question: String
        public internal(set) var answer = ""
        /// `nil` while the answer comes.
        public internal(set) var ending: AskOutcome?
    }

    public enum Event: Sendable {
        /// The hot key: opens it, and closes it if it is open.
        case hotKey(Date)
        /// Something else opens it, with a text to begin with; it is never asked by itself.
        case open(String, Date)
        case type(String)
        case `return`(KeyPress, Date)
        case escape(KeyPress, Date)
        case lostFocus(Date)
        case stop
        case piece(ask: Int, String)
        case ended(ask: Int, AskOutcome)
        case copy
        case insert(Date)
        /// Goes on in a chat of the main window.
        case handOver(Date)
        /// Forgets what was asked, and begins anew.
        case startOver
        /// What ``Effect/keep(_:_:open:)`` asked for is on the disk, or is not.
        case kept(Int, Bool)
        /// The app quits when what this asks for is done.
        case quit
    }

    public enum Effect: Equatable, Sendable {
        case show, hide
        case ask(Int, AskRequest)
        case cancel(Int)
        case copy(String)
        /// Puts the answer where the user was writing.
        case insert(String)
        /// Keeps the exchanges as a chat, and opens it if the user wants to go on there. ``Event/kept(_:_:)`` is to
        /// follow.
        case keep(Int, [Exchange], open: Bool)
    }

    /// What the user decided in the settings.
    public struct Rules: Equatable, Sendable {
        public var closesWithoutFocus = true
        public var keepsFor: TimeInterval = 300
        public var keepsChats = false

        public init() {}

        public init(_ settings: Settings) {
            closesWithoutFocus = settings.quickPromptClosesWithoutFocus
            keepsFor = TimeInterval(settings.quickPromptKeepsMinutes * 60)
            keepsChats = settings.quickPromptKeepsChats
        }
    }

    public var rules: Rules
    public private(set) var isShown = false
    /// What is being written.
    public private(set) var text = ""
    public private(set) var exchanges: [Exchange] = []
    /// The question that is being answered.
    public private(set) var asking: Int?
    /// Why the last Return did nothing.
    public private(set) var refusal: String?
    private var asked = 0
    /// What is on its way to the disk: it comes back if it does not get there.
    private var keeping: [Int: [Exchange]] = [:]
    private var kept = 0
    private var hiddenAt: Date?
    private var filledAt: Date?
    private var handsOver = false
    private var cancelled = false

    public init(_ rules: Rules = Rules()) {
        self.rules = rules
    }

    public var isAnswering: Bool { asking != nil }
    public var lastAnswer: String? { exchanges.last.flatMap { $0.answer.isEmpty ? nil : $0.answer } }
    public var canHandOver: Bool { !exchanges.isEmpty && !handsOver }

    public mutating func apply(_ event: Event) -> [Effect] {
        switch event {
        case .hotKey(let now): isShown ? hide(now) : show(now)
        case .open(let text, let now): open(text, now)
        case .type(let text): type(text)
        case .return(let press, let now): press.sends && !isSettling(now) ? ask() : []
        // While a text is being composed, Escape belongs to the input method.
        case .escape(let press, let now): press.hasMarkedText ? [] : isAnswering ? stop() : hide(now)
        case .lostFocus(let now): isShown && rules.closesWithoutFocus ? hide(now) : []
        case .stop: stop()
        case .piece(let ask, let piece): add(piece, to: ask)
        case .ended(let ask, let outcome): end(ask, outcome)
        case .copy: lastAnswer.map { [.copy($0)] } ?? []
        case .insert(let now): isAnswering ? [] : insert(now)
        case .handOver(let now): handOver(now)
        case .startOver: startOver()
        case .kept(let id, let isKept): kept(id, isKept)
        case .quit: quit()
        }
    }

    private mutating func show(_ now: Date) -> [Effect] {
        isShown = true
        var effects: [Effect] = []
        // What was written is kept however long ago; what was answered, for a while.
        if let hiddenAt, !isAnswering, now.timeIntervalSince(hiddenAt) >= rules.keepsFor { effects += forget() }
        hiddenAt = nil
        return effects + [.show]
    }

    private mutating func hide(_ now: Date) -> [Effect] {
        guard isShown else { return [] }
        isShown = false
        hiddenAt = now
        refusal = nil
        return [.hide]
    }

    private mutating func open(_ new: String, _ now: Date) -> [Effect] {
        let effects = isShown ? [] : show(now)
        guard !new.isEmpty else { return effects }
        // What the user was writing is not thrown away for what comes from elsewhere, nor made too long to be asked.
        let both = text.isEmpty ? new : text + "\n\n" + new
        guard both.count <= Self.longestQuestion else {
            refusal = QuickPromptWords.tooLong(both.count, Self.longestQuestion)
            return effects
        }
        text = both
        filledAt = now
        return effects
    }

    private func isSettling(_ now: Date) -> Bool {
        filledAt.map { 0..<Self.settles ~= now.timeIntervalSince($0) } ?? false
    }

    private mutating func type(_ new: String) -> [Effect] {
        text = new
        refusal = nil
        return []
    }

    private mutating func ask() -> [Effect] {
        guard !isAnswering else { return [] }
        guard !text.allSatisfy(\.isWhitespace) else { return [] }
        guard text.count <= Self.longestQuestion else {
            refusal = QuickPromptWords.tooLong(text.count, Self.longestQuestion)
            return []
        }
        asked += 1
        asking = asked
        cancelled = false
        refusal = nil
        var request = AskRequest(.quickPrompt, prompt: text)
        request.earlier = exchanges.filter { !$0.answer.isEmpty }.map {
            .init(question: $0.question, answer: $0.answer)
        }
        exchanges.append(Exchange(question: text))
        text = ""
        return [.ask(asked, request)]
    }

    private mutating func stop() -> [Effect] {
        guard let asking, !cancelled else { return [] }
        cancelled = true
        return [.cancel(asking)]
    }

    private mutating func add(_ piece: String, to ask: Int) -> [Effect] {
        // One that was stopped may still say something.
        if ask == asking { exchanges[exchanges.count - 1].answer += piece }
        return []
    }

    private mutating func end(_ ask: Int, _ outcome: AskOutcome) -> [Effect] {
        guard ask == asking else { return [] }
        asking = nil
        let last = exchanges.count - 1
        exchanges[last].ending = outcome
        if case .answered(let answer) = outcome { exchanges[last].answer = answer.text }
        // Nothing came: the question goes back to where it can be asked again, unless something new stands there.
        if exchanges[last].answer.isEmpty, text.isEmpty, !handsOver { text = exchanges[last].question }
        return handsOver ? finishHandOver() : []
    }

    private mutating func insert(_ now: Date) -> [Effect] {
        guard let lastAnswer else { return [] }
        return hide(now) + [.insert(lastAnswer)]
    }

    private mutating func handOver(_ now: Date) -> [Effect] {
        guard canHandOver else { return [] }
        handsOver = true
        let effects = hide(now)
        // The chat gets what has come so far; it is kept when the end has come.
        return isAnswering ? stop() + effects : effects + finishHandOver()
    }

    private mutating func finishHandOver(open: Bool = true) -> [Effect] {
        handsOver = false
        // The question that had no answer goes along, and need not stay here.
        if let last = exchanges.last, last.answer.isEmpty, last.question == text { text = "" }
        defer { exchanges = [] }
        return keep(exchanges, open: open)
    }

    private mutating func startOver() -> [Effect] {
        let effects = stop()
        asking = nil
        return effects + forget()
    }

    private mutating func forget() -> [Effect] {
        let answered = exchanges.filter { !$0.answer.isEmpty }
        exchanges = []
        return rules.keepsChats && !answered.isEmpty ? keep(answered, open: false) : []
    }

    private mutating func quit() -> [Effect] {
        let effects = stop()
        asking = nil
        // Whoever hands it over wants it kept, whatever the settings say.
        return effects + (handsOver ? finishHandOver(open: false) : forget())
    }

    private mutating func keep(_ exchanges: [Exchange], open: Bool) -> [Effect] {
        kept += 1
        keeping[kept] = exchanges
        return [.keep(kept, exchanges, open: open)]
    }

    private mutating func kept(_ id: Int, _ isKept: Bool) -> [Effect] {
        guard let back = keeping.removeValue(forKey: id), !isKept else { return [] }
        exchanges = back + exchanges
        refusal = QuickPromptWords.notKept
        guard !isShown else { return [] }
        // The user must see that it is here, and not in a chat.
        isShown = true
        hiddenAt = nil
        return [.show]
    }
}

enum QuickPromptWords {
    static var notKept: String { String(localized: "This could not be kept as a chat.") }

    static func tooLong(_ count: Int, _ limit: Int) -> String {
        String(localized: "The question has \(count) characters; up to \(limit) can be asked here. A chat takes more.")
    }
}
