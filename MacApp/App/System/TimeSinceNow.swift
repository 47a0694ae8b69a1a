/// How much time has passed since now.
func timeSinceNow<C: Clock>(on clock: C) -> @MainActor () -> Duration where C.Duration == Duration {
    let begun = clock.now
    return { begun.duration(to: clock.now) }
}
