import Foundation
import TestHub
import Testing

@testable import Tandem

extension Live {
    @Suite(.timeLimit(.minutes(2)))
    struct Smoke {
        @Test func theBuiltInModelAnswersWithItsCompanion() async throws {
            let line = try await SmokeTest.run()
            let words = line.split(separator: " ")
            #expect(line.hasPrefix("smoke test passed: ") && Int(words[3]) == 24)
            #expect(try #require(words.last.flatMap { Int($0) }) > 0)
        }

        /// As a script runs it: no window, one line, and an exit status.
        @Test func theProgramItselfDoesItAndEnds() async throws {
            let program = checkout.appending(path: "target/swift/build/debug/Tandem")
            try #require(FileManager.default.isExecutableFile(atPath: program.path))
            let process = Process()
            let output = Pipe()
            process.executableURL = program
            process.arguments = [SmokeTest.flag]
            process.standardOutput = output
            let status = try await withCheckedThrowingContinuation { continuation in
                process.terminationHandler = { continuation.resume(returning: $0.terminationStatus) }
                do { try process.run() } catch { continuation.resume(throwing: error) }
            }
            #expect(status == 0)
            let lines = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
            #expect(lines.hasPrefix("smoke test passed: ") && lines.split(separator: "\n").count == 1)
        }
    }
}
