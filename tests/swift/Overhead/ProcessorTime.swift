#if os(Linux)
    import Foundation

    /// Processor time of this process without the engine's thread and those that MLX starts from it, in seconds.
    func processorTimeBesideTheEngine() -> Double {
        var all = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &all)
        let tasks = "/proc/self/task"
        let threads = (try? FileManager.default.contentsOfDirectory(atPath: tasks)) ?? []
        let engine = threads.reduce(0.0) { sum, thread in
            // The engine's threads live as long as it does; others may end while they are looked at.
            guard let name = try? String(contentsOfFile: "\(tasks)/\(thread)/comm", encoding: .utf8),
                name == "tandem-mlx\n",
                let times = try? String(contentsOfFile: "\(tasks)/\(thread)/schedstat", encoding: .utf8),
                let nanoseconds = times.split(separator: " ").first.flatMap({ Double($0) })
            else { return sum }
            return sum + nanoseconds / 1e9
        }
        return Double(all.tv_sec) + Double(all.tv_nsec) / 1e9 - engine
    }
#endif
