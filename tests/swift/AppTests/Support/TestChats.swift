import EngineKit
import Screen

@testable import Tandem

extension TestApp {
    /// Keeps a chat, as one that was had before; its number.
    @discardableResult
    func keep(_ question: String, _ answer: String = "An answer.") async throws -> Int64 {
        try await chats.keep(question, answer)
    }
}

extension ChatStoreProtocol {
    @discardableResult
    func keep(_ question: String, _ answer: String = "An answer.") async throws -> Int64 {
        let chat = try await create(NewChat())
        let asked = try await add(question, to: chat, after: nil)
        let answered = try await beginAnswer(to: asked, model: "pocket")
        try await append([.text(answer)], to: answered)
        try await finish(answered, reason: "stop", statistics: nil)
        return chat
    }
}

extension Screen {
    /// Waits for a row in the sidebar, or for its end.
    @MainActor
    func waitForRow(_ name: String, isThere: Bool = true) async throws {
        try await wait(for: "\(name) \(isThere ? "in" : "out of") the sidebar") { $0.rows().contains(name) == isThere }
    }
}
