import Core
import Testing

@Suite struct RouteTests {
    private func refusal(_ address: String) -> String? {
        do throws(RouteRefusal) {
            _ = try AppRoute(address: address)
            return nil
        } catch { return error.message }
    }

    @Test(arguments: [
        ("tandem://new", AppRoute.newChat),
        ("TANDEM://NEW/", .newChat),
        ("tandem://chat/42", .chat(42)),
        ("tandem://ask?prompt=Hello%20there%0Ayou", .ask(prompt: "Hello there\nyou", model: nil, wantsToSend: false)),
        ("tandem://ask?prompt=a+b%26c", .ask(prompt: "a+b&c", model: nil, wantsToSend: false)),
        ("tandem://ask?prompt=x&model=org/name-1.5", .ask(prompt: "x", model: "org/name-1.5", wantsToSend: false)),
        ("tandem://ask?prompt=x&model=pocket&send=1", .ask(prompt: "x", model: "pocket", wantsToSend: true)),
        ("tandem://quick", .quickPrompt("")),
        ("tandem://quick?prompt=%E6%97%A5", .quickPrompt("日")),
        ("tandem://search?q=cats", .search("cats")),
        ("tandem://models", .models),
        ("tandem://models/mlx-community/Qwen3.5-4B", .model("mlx-community/Qwen3.5-4B")),
        ("tandem://settings", .settings(nil)),
        ("tandem://settings/quick-prompt", .settings(.quickPrompt)),
    ])
    func addressesAreRead(_ address: String, _ route: AppRoute) throws {
        #expect(try AppRoute(address: address) == route)
    }

    @Test(arguments: [
        ("", "cannot be read"),
        ("http://new", "tandem://"),
        ("tandem:", "nowhere"),
        ("tandem:ask?prompt=x", "nowhere"),
        ("tandem://delete/42", "delete"),
        ("tandem://new/now", "now"),
        ("tandem://new?prompt=x", "prompt"),
        ("tandem://user@new", "user"),
        ("tandem://new:80", "port"),
        ("tandem://new#top", "mark"),
        ("tandem://ask", "prompt"),
        ("tandem://ask?prompt=%20%0A", "prompt"),
        ("tandem://ask?prompt=x&prompt=y", "twice"),
        ("tandem://ask?prompt=x&autosend=1", "autosend"),
        ("tandem://ask?prompt=x&send=yes", "neither 0 nor 1"),
        ("tandem://ask?prompt=x%00y", "cannot be seen"),
        ("tandem://ask?prompt=x%E2%80%AEy", "cannot be seen"),
        ("tandem://ask?prompt=x%F3%A0%81%81y", "cannot be seen"),
        ("tandem://ask?prompt=x&model=../../etc/passwd", "names no model"),
        ("tandem://ask?prompt=x&model=/etc/passwd", "names no model"),
        ("tandem://models/..%2F..%2Fsecret", "names no model"),
        ("tandem://models/a/b/c", "names no model"),
        ("tandem://chat/0", "number"),
        ("tandem://chat/-1", "number"),
        ("tandem://chat/9223372036854775808", "number"),
        ("tandem://chat/٣", "number"),
        ("tandem://chat/1/2", "number"),
        ("tandem://settings/secrets", "secrets"),
    ])
    func whatIsNotKnownIsRefusedInWords(_ address: String, _ words: String) throws {
        #expect(try #require(refusal(address)).contains(words))
    }

    @Test func textIsTakenUpToItsLimitAndNoFurther() {
        let longest = String(repeating: "a", count: AppRoute.longestPrompt)
        #expect(refusal("tandem://ask?prompt=\(longest)") == nil)
        #expect(refusal("tandem://ask?prompt=\(longest)a")?.contains("8,000 characters") == true)
        // One character of very many scalars is not short.
        let marks = String(repeating: "%CC%81", count: 4 * AppRoute.longestSearch)
        #expect(refusal("tandem://search?q=a\(marks)")?.contains("200 characters") == true)
        #expect(
            refusal("tandem://x" + String(repeating: "a", count: AppRoute.longestAddress))?.contains("too long") == true
        )
    }

    @Test func nothingIsSentWithoutAYes() throws {
        let asks = try AppRoute(address: "tandem://ask?prompt=x&send=1")
        #expect(asks.needsConfirmation)
        let confirmation = try #require(RouteConfirmation(asks))
        #expect(confirmation.prompt == "x" && confirmation.defaultTitle != confirmation.sendTitle)
        let fills = try AppRoute(address: "tandem://ask?prompt=x")
        #expect(!fills.needsConfirmation && RouteConfirmation(fills) == nil)
        #expect(!AppRoute.chat(1).needsConfirmation)
    }

    @Test func aRefusalShowsLittleOfAForeignAddress() throws {
        let name = String(repeating: "x", count: 500)
        #expect(try #require(refusal("tandem://new?\(name)=1")).count < 100)
        #expect(try #require(refusal("tandem://new?a%0Ab=1")).contains("“ab”"))
    }
}
