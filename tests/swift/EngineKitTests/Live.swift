import Testing

/// Everything with the real engine, one test after the other: there is one meter, and memory and threads are counted.
@Suite(.serialized)
enum Live {}
