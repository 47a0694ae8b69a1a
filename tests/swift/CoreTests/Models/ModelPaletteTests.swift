import EngineKit
import Testing

@testable import Core

struct ModelPaletteTests {
    private func row(_ name: String, isDefault: Bool = false, isLoaded: Bool = false) -> ModelRow {
        var model = InstalledModel(name: name, folder: "/m/\(name)")
        model.state = .whole
        model.role = .model
        return ModelRow(model, isDefault: isDefault, isLoaded: isLoaded, isPaired: false)
    }

    private let known = [
        CuratedModel(title: "Owl 9B", repository: "birds/Owl-9B", companions: [], verified: true, available: true),
        CuratedModel(title: "Gone 1B", repository: "birds/Gone", companions: [], verified: true, available: false),
        CuratedModel(title: "Heron", repository: "birds/Heron", companions: [], verified: true, available: nil),
    ]

    private var rows: [ModelRow] {
        [
            .builtIn(isDefault: false, isLoaded: false), row("birds/Heron", isDefault: true),
            row("my/Öwl-tiny", isLoaded: true),
        ]
    }

    private func palette(current: String = "pocket") -> ModelPalette {
        ModelPalette(rows: rows, known: known, current: current)
    }

    @Test func itListsWhatCanAnswerAndWhatCouldBeDownloaded() {
        let palette = palette()
        #expect(palette.shown.map(\.name) == ["my/Öwl-tiny", "pocket", "birds/Heron", "birds/Owl-9B"])
        #expect(palette.shown.map(\.state) == [.inMemory, .ready, .ready, .needsDownload(bytes: nil)])
        #expect(palette.shown.map(\.detail) == ["In memory", "", "Answers in new chats", "Not on this Mac"])
        #expect(palette.selection == "pocket" && palette.shown[1].isCurrent && palette.choice == .use("pocket"))
    }

    @Test func typingFiltersByAnyPartOfTheName() {
        var palette = palette()
        palette.type("owl")
        // One whose name begins with it, then the rest.
        #expect(palette.shown.map(\.name) == ["my/Öwl-tiny", "birds/Owl-9B"])
        #expect(palette.selection == "my/Öwl-tiny")
        palette.type("birds OW")
        #expect(palette.shown.map(\.name) == ["birds/Owl-9B"] && palette.choice == .show("birds/Owl-9B"))
        palette.type("xyz")
        #expect(palette.choice == nil && palette.nothing == "No model has this name." && palette.selection == nil)
        palette.move(by: 1)
        #expect(palette.selection == nil)
        palette.type(" ")
        #expect(palette.shown.count == 4 && palette.selection == "pocket" && palette.nothing == nil)
    }

    @Test func theArrowKeysGoRound() {
        var palette = palette()
        palette.move(by: 1)
        palette.move(by: 1)
        #expect(palette.selection == "birds/Owl-9B")
        palette.move(by: 1)
        #expect(palette.selection == "my/Öwl-tiny")
        palette.move(by: -1)
        #expect(palette.selection == "birds/Owl-9B")
        palette.select("birds/Heron")
        palette.select("nowhere")
        #expect(palette.choice == .use("birds/Heron"))
    }

    @Test func whatIsSelectedStaysWhenTheModelsChange() {
        var palette = palette()
        palette.select("birds/Owl-9B")
        palette.refresh(rows: rows + [row("birds/Owl-9B")], known: known, current: "pocket")
        #expect(palette.choice == .use("birds/Owl-9B"))
        palette.refresh(rows: [], current: "pocket")
        #expect(palette.choice == nil)
    }

    @Test func aCurrentModelThatIsNotHereSelectsTheFirst() {
        #expect(palette(current: "gone/model").selection == "my/Öwl-tiny")
    }
}
