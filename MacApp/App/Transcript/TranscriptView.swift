import Core
import EngineKit
import SwiftUI

/// What is said in the chat of a window.
struct TranscriptView: View {
    let window: WindowModel
    /// One that was told of movements before, if not a new one for each chat.
    var follower: ScrollFollower?

    var body: some View {
        VStack(spacing: 0) {
            if window.find.isOpen { FindBar(window: window) }
            TranscriptScroll(window: window, follower: follower)
                // Another chat is another transcript: it begins at its own end.
                .id(ObjectIdentifier(window.conversation))
        }
        .environment(window)
        .deletions(window)
        .narrated(window)
        .textScale(window.app.settings.settings.textSize)
    }
}

private struct TranscriptScroll: View {
    let window: WindowModel
    @State private var position = ScrollPosition(idType: Int64.self, edge: .bottom)
    @State private var follower: ScrollFollower
    @Environment(\.accessibilityReduceMotion) private var reducesMotion

    init(window: WindowModel, follower: ScrollFollower?) {
        self.window = window
        _follower = State(initialValue: follower ?? ScrollFollower())
    }

    var body: some View {
        ScrollView {
            if window.conversation.tree.path.isEmpty && window.conversation.failure == nil {
                EmptyChatView(window: window)
            } else {
                LazyVStack(alignment: .leading, spacing: 0) {
                    TranscriptRows(window: window)
                }
                .scrollTargetLayout()
                .padding(.horizontal, 12)
                TranscriptEnd(window: window).padding(20)
            }
        }
        .scrollPosition($position)
        .defaultScrollAnchor(.bottom, for: .initialOffset)
        .onScrollGeometryChange(for: ScrollFollow.Geometry.self) { geometry in
            ScrollFollow.Geometry(
                offset: geometry.contentOffset.y, content: geometry.contentSize.height,
                window: geometry.containerSize.height)
        } action: { _, now in
            follower.post(.moved(now))
        }
        .onScrollPhaseChange { old, new in
            if new.isByHand != old.isByHand { follower.post(new.isByHand ? .userBegan : .userEnded) }
        }
        .onChange(of: window.conversation.phase == nil) { _, isIdle in
            if !isIdle { follower.post(.newAnswer) }
        }
        .onChange(of: window.revealed) { _, message in
            if let message { scroll(to: message) }
        }
        .onChange(of: window.find.find.match) { _, match in
            if let match { scroll(to: match.place.message) }
        }
        .overlay(alignment: .bottom) {
            if follower.offersJump { JumpButton { follower.post(.jump) } }
        }
        .onAppear {
            follower.scroll = { command in
                guard case .scrollToEnd(let animated) = command else { return }
                withAnimation(animated && !reducesMotion ? .easeOut(duration: 0.2) : nil) {
                    position.scrollTo(edge: .bottom)
                }
            }
            if let message = window.revealed { scroll(to: message) }
        }
        .task(id: window.revealed) {
            // The mark goes after a moment.
            guard window.revealed != nil, (try? await Task.sleep(for: .seconds(2))) != nil else { return }
            window.revealed = nil
        }
        .accessibilityElement(children: .contain)
        .accessibilityLabel("Conversation")
    }

    private func scroll(to message: Int64) {
        window.actions.reveal(message)
        withAnimation(reducesMotion ? nil : .easeOut(duration: 0.2)) {
            position.scrollTo(id: message, anchor: .center)
        }
    }
}

extension ScrollPhase {
    /// Fingers are on it, or it still rolls from them.
    fileprivate var isByHand: Bool {
        switch self {
        case .tracking, .interacting, .decelerating: true
        case .idle, .animating: false
        }
    }
}

/// The messages. Apart from the scroll view, which is looked at again when the window's sizes change.
private struct TranscriptRows: View {
    let window: WindowModel

    var body: some View {
        let marks = window.find.marks
        ForEach(window.conversation.tree.rows) { row in
            MessageRow(row: row, window: window, marks: marks[row.id] ?? .none)
        }
    }
}

/// What comes after the last message: how far the next answer is, and what went wrong.
private struct TranscriptEnd: View {
    let window: WindowModel

    var body: some View {
        let conversation = window.conversation
        VStack(alignment: .leading, spacing: 8) {
            // Before the answer has a place of its own.
            if conversation.isAnswering, conversation.tree.last?.state != .streaming { AnswerProgress(window: window) }
            if let failure = conversation.failure, !conversation.isAnswering {
                NoticeView(failure.notice, perform: window.perform, dismiss: conversation.dismissFailure)
            }
            if let error = conversation.notKept {
                NoticeView(.notKept(error)) { _ in window.actions.keepAgain() }
            }
        }
        .frame(maxWidth: .infinity, alignment: .leading)
    }
}

private struct JumpButton: View {
    let jump: @MainActor () -> Void

    var body: some View {
        Button("Jump to the End", systemImage: "arrow.down", action: jump)
            .labelStyle(.iconOnly)
            .buttonStyle(.bordered)
            .clipShape(Circle())
            .help("Jump to the end of the chat")
            .padding(8)
    }
}
