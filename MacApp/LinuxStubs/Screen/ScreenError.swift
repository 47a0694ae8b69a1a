/// Why something could not be done, and what was on the screen in place of it.
public struct ScreenError: Error, CustomStringConvertible {
    public let description: String

    init(_ problem: String, candidates: [String] = [], screen: String) {
        let known = candidates.isEmpty ? "" : "\nThere is: " + candidates.map { "“\($0)”" }.joined(separator: ", ")
        description = problem + known + "\nThe screen:\n" + screen
    }
}
