import EngineKit
import Testing

@testable import Core

@Suite struct ModelPaletteTests {
    private func palette(_ names: String..., current: String? = nil) -> ModelPalette {
        ModelPalette(
            names.map {
                ModelPalette.Entry(name: $0, title: ModelNames.shown($0), states: [], isCurrent: $0 == current)
            })
    }

    @Test func theChatsModelIsMarkedFirst() {
        #expect(palette("pocket", "a/one", current: "a/one").marked == "a/one")
        #expect(palette("pocket", "a/one").marked == "pocket")
        #expect(palette().marked == nil)
    }

    @Test func wordsAreFoundInAnyOrderAndBeginningsComeFirst() {
        var palette = palette("pocket", "org/Qwen3.5-4B-4bit", "org/Tiny-Qwen3.5", "four/Other-4bit")
        palette.type("qwen")
        #expect(palette.entries.map(\.title) == ["Qwen3.5-4B-4bit", "Tiny-Qwen3.5"])
        palette.type("  4bit QWEN ")
        #expect(palette.entries.map(\.title) == ["Qwen3.5-4B-4bit"] && palette.marked == "org/Qwen3.5-4B-4bit")
        palette.type("built-in")
        #expect(palette.marked == "pocket")
        palette.type("four")
        #expect(palette.entries.map(\.name) == ["four/Other-4bit"])
        palette.type("nothing of that name")
        #expect(palette.entries.isEmpty && palette.marked == nil)
        palette.move(1)
        #expect(palette.marked == nil)
        palette.type("")
        #expect(palette.entries.count == 4 && palette.marked == "pocket")
    }

    @Test func arrowsStayWithinTheList() {
        var palette = palette("a/a", "b/b", "c/c")
        palette.move(-1)
        #expect(palette.marked == "a/a")
        palette.move(1)
        palette.move(1)
        palette.move(1)
        #expect(palette.marked == "c/c")
        palette.mark("b/b")
        palette.mark("gone")
        palette.mark(nil)
        #expect(palette.marked == "b/b")
    }

    @MainActor @Test func eachModelSaysWhatIsKnownOfIt() async {
        let models = MockModelLibrary()
        models.tell { script in
            script.list = { () throws(EngineError) in
                ModelListing(
                    models: [
                        InstalledModel(name: "a/one", folder: "/one", role: .modelWithCompanion),
                        InstalledModel(name: "a/two", folder: "/two"),
                        InstalledModel(name: "a/draft", folder: "/draft", role: .companion),
                        InstalledModel(name: "a/half", folder: "/half", state: .incomplete("a file")),
                    ], notices: [])
            }
        }
        let library = ModelLibraryStore(models)
        await library.refresh()
        library.loadedFolder = "/two"
        let palette = library.palette(current: "a/two", defaultModel: "a/one")
        #expect(palette.entries.map(\.name) == ["pocket", "a/one", "a/two"])
        #expect(
            palette.entries.map(\.states) == [
                ["Has a companion"], ["Default", "Has a companion"], ["This chat’s model", "In memory"],
            ])
        #expect(palette.marked == "a/two")
    }
}
