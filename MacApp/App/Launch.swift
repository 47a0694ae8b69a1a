import Foundation

/// Where the process begins.
@main
enum Launch {
    @MainActor
    static func main() {
        if CommandLine.arguments.contains(SmokeTest.flag) { SmokeTest.runAndExit() }
        WindowRestoration.register()
        TandemApp.main()
    }
}
