import Testing

@testable import Core

struct MemoryPressureTests {
    private var loaded: MemoryPressurePolicy {
        var policy = MemoryPressurePolicy()
        _ = policy.loaded(true, at: .zero)
        return policy
    }

    @Test func aWarningTakesAnIdleModelOutAndNoOther() {
        var policy = loaded
        #expect(policy.changed(to: .warning, at: .seconds(61)) == [.unload])
        #expect(policy.acceptsLoads && policy.banner == nil)
        // One that was just used stays until it was idle for a while.
        policy = loaded
        #expect(policy.changed(to: .warning, at: .seconds(5)) == [])
        #expect(policy.nextTick == .seconds(60))
        #expect(policy.tick(at: .seconds(60)) == [.unload])
        // It is on its way out, or cannot be: nothing is to be done again and again.
        #expect(policy.nextTick == nil)
        #expect(policy.tick(at: .seconds(61)) == [])
        // One that answers stays.
        policy = loaded
        #expect(policy.answerBegan(at: .seconds(70)) == [])
        #expect(policy.changed(to: .warning, at: .seconds(100)) == [] && policy.nextTick == nil)
        #expect(policy.answerEnded(at: .seconds(110)) == [] && policy.nextTick == .seconds(170))
        #expect(policy.changed(to: .normal, at: .seconds(120)) == [])
        #expect(policy.tick(at: .seconds(170)) == [])
        // Without a model there is nothing to do.
        var empty = MemoryPressurePolicy()
        #expect(empty.changed(to: .warning, at: .seconds(1)) == [])
    }

    @Test func atACriticalLevelNothingIsLoadedAndTheModelGoesAtOnce() {
        var policy = loaded
        #expect(policy.changed(to: .critical, at: .seconds(1)) == [.unload, .bannerChanged])
        #expect(!policy.acceptsLoads && policy.banner?.contains("was taken out") == true)
        #expect(policy.changed(to: .critical, at: .seconds(2)) == [] && policy.nextTick == nil)
        #expect(policy.loaded(false, at: .seconds(2)) == [])
    }

    @Test func anAnswerAtACriticalLevelIsNotTornOff() {
        var policy = loaded
        _ = policy.answerBegan(at: .seconds(1))
        _ = policy.answerBegan(at: .seconds(1))
        #expect(policy.changed(to: .critical, at: .seconds(2)) == [.bannerChanged])
        #expect(policy.banner?.contains("when the answer has ended") == true)
        #expect(policy.answerEnded(at: .seconds(3)) == [])
        #expect(policy.answerEnded(at: .seconds(4)) == [.unload, .bannerChanged])
        #expect(policy.banner?.contains("was taken out") == true)
    }

    @Test func allIsAsItWasOnlyAfterAWhileOfCalm() {
        var policy = loaded
        _ = policy.changed(to: .critical, at: .seconds(1))
        _ = policy.loaded(false, at: .seconds(1))
        #expect(policy.changed(to: .normal, at: .seconds(2)) == [] && policy.nextTick == .seconds(32))
        #expect(policy.tick(at: .seconds(20)) == [] && !policy.acceptsLoads)
        // It flutters.
        #expect(policy.changed(to: .warning, at: .seconds(25)) == [] && policy.nextTick == nil)
        #expect(policy.changed(to: .normal, at: .seconds(26)) == [])
        #expect(policy.changed(to: .normal, at: .seconds(50)) == [])
        #expect(policy.tick(at: .seconds(55)) == [] && policy.banner != nil)
        #expect(policy.tick(at: .seconds(56)) == [.bannerChanged])
        #expect(policy.acceptsLoads && policy.banner == nil && policy.nextTick == nil)
    }
}
