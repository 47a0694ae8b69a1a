import EngineKit
import Foundation
import Testing

extension Live {
    struct ChatTests {
        let home: LiveHome

        init() throws {
            home = try LiveHome()
        }

        @Test func aChatIsKeptWhileItsAnswerStreamsThenEditedAndBranched() async throws {
            let engine = try await home.engine()
            let chats = try await engine.chats()
            #expect(chats.condition == .healthy)
            let chat = try await chats.create(systemPrompt: "Be brief.", model: "pocket")
            let asked = try await chats.add("Tell me a story.", to: chat, after: nil)
            let answer = try await chats.beginAnswer(to: asked, model: "pocket")
            var request = try await question(engine, tokens: 24)
            request.prompt = .chat(messages: try await chats.prompt(of: chat, to: asked))
            var kept: AnswerAccount?
            for try await step in engine.answer(request) {
                switch step {
                case .text(let text): try await chats.append([.text(text)], to: answer)
                case .thinking(let text): try await chats.append([.thinking(text)], to: answer)
                case .ended(let account): kept = account
                case .reading, .toolCall, .drafts: break
                }
            }
            let account = try #require(kept)
            #expect(try await chats.conversation(chat).messages.last?.state == .streaming)
            try await chats.finish(answer, reason: "length", statistics: account.json)

            let edited = try await chats.edit(asked, to: "Tell me another story.")
            #expect(try await chats.conversation(chat).path == [edited])
            try await chats.choose(answer)
            let conversation = try await chats.conversation(chat)
            #expect(conversation.path == [asked, answer] && conversation.messages.count == 3)
            let found = try #require(conversation.messages.first { $0.id == answer })
            #expect(found.text == account.text && found.state == .complete)
            #expect(found.finishReason == "length" && found.model == "pocket")
            #expect(found.statistics?.contains("accepted_by_position") == true)
            #expect(try await chats.lastMessage(of: chat) == answer)
            let subject = try await chats.untitled(chat)
            #expect(subject == TitleSubject(question: "Tell me a story.", answer: account.text))
        }

        @Test func whatIsSetOfAChatIsThere() async throws {
            let engine = try await home.engine()
            let chats = try await engine.chats()
            let begun = Date()
            let folder = try await chats.createFolder("Work")
            var new = NewChat()
            new.parameters = #"{"temperature":0.5}"#
            new.folder = folder
            let id = try await chats.create(new)
            #expect(try await chats.chat(id).titleOrigin == .none)
            #expect(try await chats.setTitle("Words", of: id, origin: .model))
            #expect(try await chats.setTitle("Mine", of: id, origin: .user))
            #expect(try await !chats.setTitle("Other", of: id, origin: .model))
            try await chats.setPinned(true, of: id)
            try await chats.setSystemPrompt("Be kind.", of: id)
            try await chats.setModel("pocket", of: id)
            let chat = try #require(try await chats.latest())
            #expect(chat.id == id && chat.title == "Mine" && chat.titleOrigin == .user && chat.isPinned)
            #expect(chat.folder == folder && chat.systemPrompt == "Be kind." && chat.model == "pocket")
            #expect(chat.parameters == #"{"temperature":0.5}"#)
            #expect(abs(chat.createdAt.timeIntervalSince(begun)) < 60)
            try await chats.setParameters("{}", of: id)
            try await chats.setPinned(false, of: id)
            let changed = try await chats.chat(id)
            #expect(changed.parameters == "{}" && !changed.isPinned)

            try await chats.renameFolder(folder, to: "Home")
            #expect(try await chats.folders() == [ChatFolder(id: folder, name: "Home")])
            #expect(try await chats.list(.folder(folder), skip: 0, limit: 9).map(\.id) == [id])
            try await chats.setFolder(nil, of: id)
            #expect(try await chats.list(.folder(folder), skip: 0, limit: 9).isEmpty)
            try await chats.deleteFolder(folder)
            #expect(try await chats.folders().isEmpty)

            let preset = try await chats.savePreset("Terse", systemPrompt: "Be terse.", parameters: "{}")
            #expect(try await chats.presets() == [ChatPreset(id: preset, name: "Terse", systemPrompt: "Be terse.")])
            try await chats.deletePreset(preset)
            #expect(try await chats.presets().isEmpty)
        }

        @Test func chatsAreFoundThrownAwayAndBroughtElsewhere() async throws {
            let chats = try await home.engine().chats()
            let chat = try await chats.create(systemPrompt: "", model: nil)
            let notes = home.folder.appendingPathComponent("notes.txt")
            try "Seals live by the sea.".write(to: notes, atomically: true, encoding: .utf8)
            let attachment = try await chats.readAttachment(notes.path)
            #expect(attachment == TextAttachment(name: "notes.txt", text: "Seals live by the sea."))
            let draft = MessageDraft(text: "Where do ötters live?", attachments: [attachment])
            let asked = try await chats.add(draft, to: chat, after: nil)
            #expect(try await chats.conversation(chat).messages[0].attachments == [attachment])

            let hits = try await chats.search("live", limit: 9)
            let hit = try #require(hits.first { $0.message == asked })
            #expect(hit.role == .user && !hit.matches.isEmpty)
            #expect(hit.matches.allSatisfy { hit.snippet[$0].lowercased() == "live" })

            let exported = home.folder.appendingPathComponent("export.json")
            try await chats.exportJSON([chat]).write(to: exported, atomically: true, encoding: .utf8)
            #expect(try await chats.exportMarkdown(chat).contains("ötters"))
            let elsewhere = try await LiveChatStore.temporary()
            #expect(try await elsewhere.importFile(exported.path).added.count == 1)
            #expect(try await elsewhere.importFile(exported.path).present == 1)
            #expect(try await elsewhere.latest()?.title == chats.chat(chat).title)

            try await chats.trash(chat)
            #expect(try await chats.list(skip: 0, limit: 9).isEmpty)
            #expect(try await chats.list(.trash, skip: 0, limit: 9).first?.isTrashed == true)
            try await chats.restore(chat)
            #expect(try await chats.list(skip: 0, limit: 9).map(\.id) == [chat])
            try await chats.trash(chat)
            #expect(try await chats.purgeTrash(before: .distantPast) == 0)
            #expect(try await chats.purgeTrash(before: .distantFuture) == 1)
            let again = try await chats.create(systemPrompt: "", model: nil)
            try await chats.trash(again)
            try await chats.purge(again)
            #expect(try await chats.latest() == nil)
        }

        @Test func aDamagedFileIsReadAndRepaired() async throws {
            let engine = try await home.engine()
            let file = home.folder.appendingPathComponent("chats.sqlite")
            let chat: Int64
            do {
                let chats = try await engine.chats()
                chat = try await chats.create(systemPrompt: "", model: nil)
                for number in 0..<200 {
                    _ = try await chats.add(
                        "Message \(number) \(String(repeating: "x", count: 500))", to: chat, after: nil)
                }
            }
            // What a disk may do to a file: a page of zeros in the middle.
            let handle = try FileHandle(forUpdating: file)
            try handle.seek(toOffset: 40 * 4096)
            try handle.write(contentsOf: Data(count: 2 * 4096))
            try handle.close()

            let damaged = try await engine.chats()
            guard case .salvaged(let chats, let messages, _) = damaged.condition else {
                Issue.record("the file counts as \(damaged.condition)")
                return
            }
            #expect(chats == 1 && messages > 100 && messages <= 200)
            let error = try await failure { () throws(EngineError) in try await damaged.setPinned(true, of: chat) }
            #expect(error.kind == .chats)
            let kept = try await damaged.repair()
            #expect(FileManager.default.fileExists(atPath: kept))
            let repaired = try await engine.chats()
            #expect(repaired.condition == .healthy)
            #expect(try await UInt64(repaired.conversation(chat).messages.count) == messages)
            try await repaired.setPinned(true, of: chat)
        }
    }
}
