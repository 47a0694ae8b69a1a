// swift-tools-version: 6.2

// Stand-ins for Apple's frameworks on Linux. A package of its own, so that what `package` shows to the tests stays
// out of the app's reach, and so that no build for a Mac can see a module of these names.

import CompilerPluginSupport
import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func stub(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: dependencies, path: name, swiftSettings: strict)
}

// The toolchain brings the libraries that its own macros are made with.
let host = "/usr/libexec/swift/lib/swift/host"
let macros: Target = .macro(
    name: "StubMacros", path: "StubMacros", swiftSettings: strict + [.unsafeFlags(["-I", host])],
    linkerSettings: [
        .linkedLibrary("SwiftCompilerPluginMessageHandling"), .linkedLibrary("SwiftSyntax"),
        .linkedLibrary("SwiftSyntaxBuilder"), .linkedLibrary("SwiftSyntaxMacros"),
        .unsafeFlags(["-L", host, "-Xlinker", "-rpath", "-Xlinker", host]),
    ])

let targets: [Target] = [
    stub("AppKit", "MacFoundation", "UniformTypeIdentifiers"),
    stub("AVFoundation"),
    stub("Charts", "SwiftUI"),
    stub("CoreTransferable", "UniformTypeIdentifiers"),
    stub("MacFoundation"),
    stub("Screen", "AppKit", "CoreTransferable", "SwiftUI", "UniformTypeIdentifiers", "UserNotifications"),
    stub("ServiceManagement"),
    stub("SwiftUI", "AppKit", "CoreTransferable", "MacFoundation", "StubMacros", "UniformTypeIdentifiers"),
    stub("UniformTypeIdentifiers"),
    stub("UserNotifications", "MacFoundation"),
]

let package = Package(
    name: "LinuxStubs",
    products: targets.map { .library(name: $0.name, targets: [$0.name]) },
    targets: targets + [macros],
    swiftLanguageModes: [.v6]
)
