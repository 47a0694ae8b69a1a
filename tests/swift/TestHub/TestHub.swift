import Foundation
import Synchronization

/// The misbehaving hub, which is a program of its own: `engine/examples/test_hub.rs` says what it can be told.
public final class TestHub: Sendable {
    public let address: String
    private let process: Process
    private let talk: Mutex<Talk>

    private struct Talk {
        let orders: FileHandle
        let answers: FileHandle
        var heard = Data()

        mutating func line() throws -> String {
            while true {
                if let end = heard.firstIndex(of: UInt8(ascii: "\n")) {
                    let line = String(decoding: heard[heard.startIndex..<end], as: UTF8.self)
                    heard = heard[(end + 1)...]
                    return line
                }
                let more = answers.availableData
                if more.isEmpty { throw Refused(answer: "the hub has ended") }
                heard.append(more)
            }
        }
    }

    public struct Refused: Error {
        let answer: String
    }

    public init() throws {
        let program = checkout.appendingPathComponent("target/swift/test_hub")
        let (orders, answers) = (Pipe(), Pipe())
        process = Process()
        process.executableURL = program
        process.standardInput = orders
        process.standardOutput = answers
        try process.run()
        var talk = Talk(orders: orders.fileHandleForWriting, answers: answers.fileHandleForReading)
        address = try talk.line()
        self.talk = Mutex(talk)
    }

    deinit {
        // Not waited for: that turns the run loop of a thread that may have none.
        process.terminate()
    }

    /// Tells it something; what it says to that.
    @discardableResult
    public func tell(_ order: String) throws -> String {
        try talk.withLock { talk in
            try talk.orders.write(contentsOf: Data("\(order)\n".utf8))
            let answer = try talk.line()
            guard answer == "ok" || order == "sent" else { throw Refused(answer: answer) }
            return answer
        }
    }

    /// Bytes of large files that it has sent.
    public func sent() throws -> UInt64 {
        UInt64(try tell("sent")) ?? 0
    }
}

/// The checkout that the tests are in.
public let checkout = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
    .standardizedFileURL
