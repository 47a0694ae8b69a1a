import Testing

/// Paths through the app, one after the other: each looks at its screen again and again on the one main thread, and
/// many at once would keep each other waiting.
@Suite(.serialized)
enum OneByOne {}
