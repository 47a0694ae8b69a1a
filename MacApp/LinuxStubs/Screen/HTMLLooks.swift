import SwiftUI

extension Node {
    func look(_ name: String) -> String? {
        looks.last { $0.name == name }?.value
    }

    /// A control that nobody could name is marked in the picture.
    var needsName: Bool {
        switch kind {
        case .button, .toggle, .textField, .secureField, .textEditor, .picker, .slider, .stepper, .menu, .link,
            .datePicker, .colorPicker, .search:
            true
        default: false
        }
    }

    /// What is known of its looks, as classes of the page's style.
    var lookClasses: String {
        var classes = fontClasses
        if let style = look("foregroundStyle"), let tone = tone(of: style) { classes.append("tone-\(tone)") }
        if let style = look("tint"), let tone = tone(of: style) { classes.append("tone-\(tone)") }
        if let style = look("background"), !style.contains("clear") {
            classes.append("tinted")
            if let tone = tone(of: style) { classes.append("ground-\(tone)") }
        }
        if let style = look("fill") ?? look("color"), let tone = tone(of: style) { classes.append("ground-\(tone)") }
        if looks.contains(where: { $0.name == "frame" && $0.value == "wide" }) { classes.append("wide") }
        if looks.contains(where: { $0.name == "padding" }) { classes.append("padded") }
        return classes.isEmpty ? "" : " " + classes.joined(separator: " ")
    }

    /// The sizes that a view asks for; everything else has the room that it needs.
    var lookStyle: String {
        let frame = looks.last { $0.name == "frame" && $0.value.contains("×") }?.value ?? ""
        let sizes = frame.split(separator: "×").map { Double($0.trimmingCharacters(in: .whitespaces)) }
        var style = zip(["width", "height"], sizes).compactMap { name, size in size.map { "\(name):\(Int($0))px" } }
        if let opacity = look("opacity").flatMap(Double.init), opacity < 1 { style.append("opacity:\(opacity)") }
        return style.isEmpty ? "" : " style=\"\(style.joined(separator: ";"))\""
    }

    private var fontClasses: [String] {
        guard kind == .text || kind == .image || edit != nil else { return [] }
        let font = look("font") ?? element?.environment.font.map { "\($0)" } ?? ""
        // The name and the traits of a font stand in quotes.
        let quoted = font.split(separator: "\"", omittingEmptySubsequences: false).enumerated()
        var names = quoted.filter { $0.offset % 2 == 1 }.map { String($0.element) }
        names += [look("weight"), look("design")].compactMap { $0 }
        return names.filter { !$0.isEmpty && $0.allSatisfy { $0.isLetter || $0.isNumber } }.map { "font-\($0)" }
    }

    private func tone(of style: String) -> String? {
        let known = [
            "secondary", "tertiary", "quaternary", "red", "orange", "yellow", "green", "mint", "teal", "cyan", "blue",
            "indigo", "purple", "pink", "brown", "white", "gray", "black", "accent",
        ]
        return style.contains("TintShapeStyle") ? "accent" : known.first { style.contains($0) }
    }
}
