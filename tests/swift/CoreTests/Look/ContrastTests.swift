import EngineKit
import Foundation
import Testing

@testable import Core

/// Whether all colors of our own are told from what they stand on: text by 4.5, signs by 3, and text by 7 for whoever
/// wants more contrast.
struct ContrastTests {
    @Test func theRatioIsThatOfTheGuidelines() {
        #expect(Paint.black.contrast(with: .white) == 21)
        #expect(Paint.white.contrast(with: .white) == 1)
        let gray = Paint(0.466667, 0.466667, 0.466667)
        // #777777 on white, an example that is given everywhere as just too little.
        #expect(abs(gray.contrast(with: .white) - 4.48) < 0.005)
    }

    @Test(arguments: WindowLook.allCases, CodeColour.Kind.allCases)
    func codeIsReadAlsoWhereItWasDrafted(_ look: WindowLook, _ kind: CodeColour.Kind) {
        let least = look.wantsContrast ? 7 : 4.5
        for ground in [CodePalette.ground(in: look), MarkPalette.drafted(in: look)] {
            #expect(CodePalette.paint(kind, in: look).contrast(with: ground) >= least, "\(look) \(kind)")
        }
    }

    @Test(arguments: WindowLook.allCases)
    func textIsReadOnEveryGround(_ look: WindowLook) {
        let least = look.wantsContrast ? 7 : 4.5
        for ground in look.grounds + [CodePalette.ground(in: look), MarkPalette.drafted(in: look)] {
            #expect(look.text(on: ground).contrast(with: ground) >= least, "\(look)")
        }
        for ground in [MarkPalette.found, MarkPalette.current] {
            #expect(MarkPalette.onFound.contrast(with: ground) >= least)
        }
    }

    @Test(arguments: WindowLook.allCases)
    func signsAreSeenOnEveryGround(_ look: WindowLook) {
        let tokens = RoundStrip.Token.kinds.map { SignPalette.paint($0, in: look) }
        for ground in look.grounds {
            for paint in tokens + [SignPalette.warning(in: look)] {
                #expect(paint.contrast(with: ground) >= (look.wantsContrast ? 4.5 : 3), "\(look) \(paint)")
            }
        }
        #expect(Set(tokens).count == tokens.count)
    }

    /// Those of the system that have a name are chosen for their name, not for what they are seen on.
    @Test func theAppHasNoColorsButTheseAndThoseThatMacOSAdapts() throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        let app = root.appending(path: "MacApp/App")
        let names = "red|orange|yellow|green|mint|teal|cyan|blue|indigo|purple|pink|brown|gray|white|black"
        let named = try Regex("\\.(\(names))\\b|Color\\((red|white|hue|\\.sRGB)|NSColor\\.")
        var count = 0
        for case let file as URL in try #require(
            FileManager.default.enumerator(at: app, includingPropertiesForKeys: nil))
        // The one that makes colors of SwiftUI of them.
        where file.pathExtension == "swift" && file.lastPathComponent != "Paints.swift" {
            count += 1
            let text = try String(contentsOf: file, encoding: .utf8)
            for line in text.split(separator: "\n") {
                #expect(line.firstMatch(of: named) == nil, "\(file.lastPathComponent): \(line)")
            }
        }
        #expect(count > 50)
    }

    @Test func moreContrastIsMore() {
        for dark in [false, true] {
            let (usual, more) = (WindowLook(isDark: dark), WindowLook(isDark: dark, wantsContrast: true))
            for kind in CodeColour.Kind.allCases {
                let ground = CodePalette.ground(in: usual)
                let (one, two) = (CodePalette.paint(kind, in: usual), CodePalette.paint(kind, in: more))
                #expect(two.contrast(with: ground) > one.contrast(with: ground))
            }
        }
    }
}
