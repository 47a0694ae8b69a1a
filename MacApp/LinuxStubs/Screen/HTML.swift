import SwiftUI

extension Screen {
    /// The window in front as a page for a browser: good enough to judge what is there, in which order and state, and
    /// nothing like what a Mac draws. `title` stands above it.
    public func html(title: String) -> String {
        update()
        let dark = window.first?.element?.environment.colorScheme == .dark
        let drawing = Drawing(focus: stage.front?.graph.focus)
        let surface = Surface()
        let body = drawing.surface(surface) { drawing.draw(window) }
        let bar = menus.isEmpty ? "" : tag("div", "menubar", menus.map { tag("span", "", escaped($0.words)) }.joined())
        let name = stage.front?.title ?? windows.last ?? ""
        let whole = tag("div", "window", titleBar(name, surface) + content(body, surface))
        return """
            <!doctype html>
            <html lang="\(escaped(window.first?.element?.environment.locale.identifier ?? "en"))">
            <head><meta charset="utf-8"><title>\(escaped(title))</title><style>\(pageStyle)</style></head>
            <body class="\(dark ? "dark" : "light")">
            <h1>\(escaped(title))</h1>
            \(bar)\(whole)\(drawing.listOfMenus)
            </body>
            </html>

            """
    }
}

/// What has a title bar, and things over it: the window, a sheet.
@MainActor
final class Surface {
    var toolbar: [(placement: String, item: String)] = []
    var inspector = ""
    var layers: [String] = []
    var subtitle = ""
}

@MainActor
private func titleBar(_ title: String, _ surface: Surface) -> String {
    func items(_ fits: (String) -> Bool) -> String {
        surface.toolbar.filter { fits($0.placement) }.map(\.item).joined()
    }
    let left = items { $0.lowercased().contains("navigation") }
    let middle = items { $0 == "principal" }
    let right = items { !$0.lowercased().contains("navigation") && $0 != "principal" }
    let words = tag("b", "", escaped(title)) + tag("small", "", escaped(surface.subtitle))
    return tag(
        "div", "titlebar",
        "<i></i><i></i><i></i>" + left + tag("div", "title", words) + middle + "<div class=spacer></div>" + right)
}

@MainActor
private func content(_ body: String, _ surface: Surface) -> String {
    tag("div", "content", tag("div", "main", body) + surface.inspector + surface.layers.joined())
}

func tag(_ name: String, _ classes: String, _ inside: String, _ more: String = "") -> String {
    let known = classes.split(separator: " ").joined(separator: " ")
    return "<\(name)\(known.isEmpty ? "" : " class=\"\(known)\"")\(more)>\(inside)</\(name)>"
}

/// What people, models and files say is text, whatever it looks like.
func escaped(_ text: String) -> String {
    var safe = ""
    for character in text {
        switch character {
        case "&": safe += "&amp;"
        case "<": safe += "&lt;"
        case ">": safe += "&gt;"
        case "\"": safe += "&quot;"
        default: safe.append(character)
        }
    }
    return safe
}

extension Screen {
    /// Writes the page into `target/pictures`, where scripts/linux/pictures.sh makes a picture of it.
    public func keepPicture(_ name: String) throws {
        var checkout = URL(fileURLWithPath: #filePath)
        for _ in 0..<4 { checkout.deleteLastPathComponent() }
        let folder = checkout.appendingPathComponent("target/pictures")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let file = String(name.map { $0.isLetter || $0.isNumber ? $0 : "-" })
        try Data(html(title: name).utf8).write(to: folder.appendingPathComponent(file + ".html"))
    }
}
