import EngineKit
import Foundation
import Testing

#if os(Linux)
    import Glibc

    extension Live {
        /// Answers leave nothing behind: no memory, no thread.
        struct LeakTests {
            let home: LiveHome
            let count = ProcessInfo.processInfo.environment["TANDEM_SOAK"] == "1" ? 1000 : 120

            /// Bytes that may be more. Without a known leak 36 to 261 kB were after 60 and 120 answers, and 242 kB after
            /// 1,000; what threads keep of freed memory counts as given out and may be that. So a leak of 6 kB an answer is
            /// seen every day, and one of 1 kB with the full count.
            var most: Int { 512_000 + 400 * count }

            init() throws {
                home = try LiveHome()
            }

            /// Bytes that the C library has given out, to Swift, Rust and MLX alike. The size of the process says less: it
            /// keeps what was given back.
            private func allocated() throws -> Int {
                // Declared in a header that Swift's module of the C library leaves out.
                typealias MallocInfo = @convention(c) (CInt, UnsafeMutablePointer<FILE>) -> CInt
                let mallocInfo = unsafeBitCast(try #require(dlsym(nil, "malloc_info")), to: MallocInfo.self)
                let stream = try #require(tmpfile())
                #expect(mallocInfo(0, stream) == 0)
                let length = ftell(stream)
                rewind(stream)
                var read = [UInt8](repeating: 0, count: length)
                #expect(fread(&read, 1, length, stream) == length)
                fclose(stream)
                let report = String(decoding: read, as: UTF8.self)
                // What follows the last arena is of all together.
                let all = try #require(report.components(separatedBy: "</heap>").last)
                func bytes(_ part: String) -> Int? {
                    let found = all.components(separatedBy: "<\(part) ").dropFirst().first
                    let size = found?.components(separatedBy: "size=\"").dropFirst().first?.prefix(while: \.isNumber)
                    return size.flatMap { Int($0) }
                }
                let taken = try #require(bytes("system type=\"current\"")) + #require(bytes("total type=\"mmap\""))
                // A C library of today keeps no fast list.
                return try taken - #require(bytes("total type=\"rest\"")) - (bytes("total type=\"fast\"") ?? 0)
            }

            /// The process's pages in memory, in bytes.
            private func resident() throws -> Int {
                let statm = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
                let pages = statm.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
                return pages * Int(sysconf(Int32(_SC_PAGESIZE)))
            }

            /// The engine's and the bridge's threads; Swift's own pool is not ours to count.
            private func threads() throws -> Int {
                let tasks = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
                return tasks.filter { task in
                    let name = try? String(contentsOfFile: "/proc/self/task/\(task)/comm", encoding: .utf8)
                    return name?.hasPrefix("tandem") == true
                }.count
            }

            /// Runs `count` answers of `kind` after a warm-up; what is more then than before.
            private func growth(
                in engine: LiveEngine, of answer: (Int) async throws -> Void
            ) async throws -> (heap: Int, pages: Int) {
                // Its end tells that what was cancelled before it is over.
                let last = try await question(engine, tokens: 1)
                for number in 0..<40 { try await answer(number) }
                _ = try await follow(engine.answer(last))
                let (heap, pages, running) = (try allocated(), try resident(), try threads())
                for number in 0..<count { try await answer(number) }
                _ = try await follow(engine.answer(last))
                #expect(try threads() <= running)
                return (try allocated() - heap, try resident() - pages)
            }

            @Test func answersThatEndOrAreCancelledLeaveNothingBehind() async throws {
                let engine = try await home.engine()
                let request = try await question(engine, tokens: 4)
                let endless = try await endlessQuestion(engine)
                var random = Seeded(state: 7)
                let growth = try await growth(in: engine) { number in
                    guard number % 2 == 1 else {
                        _ = try await follow(engine.answer(request))
                        return
                    }
                    // Cancelled before anything, or after so many steps.
                    var left = random.next() % 4
                    for try await _ in engine.answer(endless) {
                        if left == 0 { break }
                        left -= 1
                    }
                }
                print("growth of answers: \(growth.heap) bytes of heap, \(growth.pages) bytes of pages in \(count)")
                #expect(growth.heap < most && growth.pages < most + (4 << 20))
            }

            @Test func streamsThatAreDroppedUnreadLeaveNothingBehind() async throws {
                let engine = try await home.engine()
                let endless = try await endlessQuestion(engine)
                let request = try await question(engine, tokens: 1)
                let growth = try await growth(in: engine) { number in
                    _ = engine.answer(endless)
                    // It waits its turn, so that what was dropped is over when it comes.
                    _ = try await follow(engine.answer(request))
                }
                print(
                    "growth of dropped streams: \(growth.heap) bytes of heap, \(growth.pages) bytes of pages in \(count)"
                )
                #expect(growth.heap < most && growth.pages < most + (4 << 20))
            }
        }

        /// Knuth's MMIX generator: the same numbers each time.
        private struct Seeded {
            var state: UInt64

            mutating func next() -> UInt64 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return state >> 33
            }
        }
    }
#endif
