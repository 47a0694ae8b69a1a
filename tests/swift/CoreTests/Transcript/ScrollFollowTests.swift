import Core
import Testing

struct ScrollFollowTests {
    private typealias Geometry = ScrollFollow.Geometry

    /// A view that does as it is told, in a window of 100 points.
    private struct View {
        var follow = ScrollFollow()
        var geometry = Geometry(offset: 0, content: 100, window: 100)
        var commands = 0

        mutating func report() {
            if follow.handle(.moved(geometry)) != nil { obey() }
        }

        mutating func obey() {
            commands += 1
            geometry.offset = max(geometry.content - geometry.window, 0)
            _ = follow.handle(.moved(geometry))
        }

        mutating func grow(by points: Double = 20) {
            geometry.content += points
            report()
        }

        mutating func drag(to offset: Double) {
            if follow.handle(.userBegan) != nil { obey() }
            geometry.offset = offset
            report()
            if follow.handle(.userEnded) != nil { obey() }
        }

        var atEnd: Bool { geometry.offset >= geometry.content - geometry.window }
    }

    @Test func itStaysAtTheEndWhileTheAnswerGrows() {
        var view = View()
        view.report()
        for _ in 0..<50 {
            view.grow()
            #expect(view.atEnd)
        }
        #expect(view.commands == 50)
    }

    @Test func aScrollUpStopsItAndComingBackResumes() {
        var view = View()
        for _ in 0..<20 { view.grow() }
        let end = view.geometry.offset
        // Less than what counts as near is enough: nobody is pulled back.
        view.drag(to: end - 5)
        #expect(!view.follow.isFollowing)
        view.grow()
        #expect(view.geometry.offset == end - 5)
        view.drag(to: 10)
        view.grow()
        #expect(view.geometry.offset == 10)
        #expect(view.follow.offersJump)
        view.drag(to: view.geometry.content - 100 - ScrollFollow.near)
        #expect(view.follow.isFollowing)
        view.grow()
        #expect(view.atEnd)
        #expect(!view.follow.offersJump)
    }

    @Test func aWheelThatTellsNoPhaseIsTheUserToo() {
        var view = View()
        for _ in 0..<20 { view.grow() }
        view.geometry.offset -= 30
        view.report()
        #expect(!view.follow.isFollowing)
        view.geometry.offset += 30
        view.report()
        #expect(view.follow.isFollowing)
    }

    @Test func nothingScrollsUnderTheUsersFingers() {
        var view = View()
        for _ in 0..<20 { view.grow() }
        let end = view.geometry.offset
        _ = view.follow.handle(.userBegan)
        view.grow()
        #expect(view.geometry.offset == end)
        // They did not move it: it catches up.
        let command = view.follow.handle(.userEnded)
        #expect(command == .scrollToEnd(animated: false))
    }

    @Test func aNewAnswerAndTheButtonLeadToTheEnd() {
        for event in [ScrollFollow.Event.newAnswer, .jump] {
            var view = View()
            for _ in 0..<20 { view.grow() }
            view.drag(to: 0)
            #expect(!view.follow.isFollowing)
            let command = view.follow.handle(event)
            #expect(command == .scrollToEnd(animated: true))
            #expect(view.follow.isFollowing)
        }
    }

    @Test func ourOwnScrollIsNotTakenForTheUsers() {
        var follow = ScrollFollow()
        _ = follow.handle(.moved(Geometry(offset: 0, content: 1000, window: 100)))
        _ = follow.handle(.jump)
        // An animation reports its way, which may spring back a little.
        for offset in [300.0, 700, 905, 890, 899] {
            let command = follow.handle(.moved(Geometry(offset: offset, content: 1000, window: 100)))
            #expect(command == nil)
            #expect(follow.isFollowing)
        }
        _ = follow.handle(.moved(Geometry(offset: 900, content: 1000, window: 100)))
        // After it has arrived the next move up is the user's.
        _ = follow.handle(.moved(Geometry(offset: 850, content: 1000, window: 100)))
        #expect(!follow.isFollowing)
    }

    @Test func aScrollThatNeverArrivesDoesNotHideTheUser() {
        var follow = ScrollFollow()
        _ = follow.handle(.moved(Geometry(offset: 0, content: 1000, window: 100)))
        _ = follow.handle(.jump)
        _ = follow.handle(.moved(Geometry(offset: 500, content: 1000, window: 100)))
        _ = follow.handle(.moved(Geometry(offset: 460, content: 1000, window: 100)))
        #expect(!follow.isFollowing)
    }

    @Test func theUserWinsOverAScrollThatIsUnderWay() {
        var follow = ScrollFollow()
        _ = follow.handle(.moved(Geometry(offset: 0, content: 1000, window: 100)))
        _ = follow.handle(.jump)
        _ = follow.handle(.moved(Geometry(offset: 500, content: 1000, window: 100)))
        _ = follow.handle(.userBegan)
        _ = follow.handle(.moved(Geometry(offset: 450, content: 1000, window: 100)))
        #expect(!follow.isFollowing)
        let command = follow.handle(.userEnded)
        #expect(command == nil)
    }

    @Test func shrinkingContentAndAnotherWindowAreNotTheUser() {
        var view = View()
        for _ in 0..<20 { view.grow() }
        // Thoughts that close pull the offset along.
        view.geometry.content -= 200
        view.geometry.offset -= 200
        view.report()
        #expect(view.follow.isFollowing)
        _ = view.follow.handle(.userBegan)
        view.geometry.content -= 50
        view.geometry.offset -= 50
        view.report()
        _ = view.follow.handle(.userEnded)
        #expect(view.follow.isFollowing)
        view.geometry.window = 60
        view.report()
        #expect(view.atEnd)
        view.drag(to: 0)
        view.geometry.window = 100
        view.report()
        #expect(!view.follow.isFollowing)
    }
}
