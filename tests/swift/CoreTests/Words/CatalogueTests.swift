import Core
import Foundation
import StringCatalogue
import Testing

@Suite("The app's catalogue")
struct CatalogueTests {
    private static func checkout() throws -> Checkout {
        var root = URL(filePath: #filePath)
        for _ in 0..<5 { root.deleteLastPathComponent() }
        return try Checkout(root)
    }

    @Test func isCompleteInEveryLanguage() throws {
        let checkout = try Self.checkout()
        let check = CatalogueCheck(try checkout.catalogue(), KeyScanner(checkout.sources))
        let missing = check.missing.map { "\($0.file):\($0.line): \($0.pattern.guess)" }
        #expect(missing.isEmpty, "Keys that are not there; scripts/strings.sh add adds them")
        #expect(check.unused.isEmpty, "Keys that nothing uses; scripts/strings.sh remove-unused takes them out")
        #expect(check.problems.isEmpty)
        #expect(try checkout.catalogue().strings.count > 250)
    }

    @Test func isWrittenAsXcodeWritesIt() throws {
        let checkout = try Self.checkout()
        let text = try String(contentsOf: checkout.catalogueFile, encoding: .utf8)
        #expect(try checkout.catalogue().text + "\n" == text, "scripts/strings.sh sort puts it right")
    }
}
