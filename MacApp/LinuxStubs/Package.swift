// swift-tools-version: 6.2

// Stand-ins for Apple's frameworks on Linux. A package of its own, so that what `package` shows to the tests stays
// out of the app's reach, and so that no build for a Mac can see a module of these names.

import PackageDescription

let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

func stub(_ name: String, _ dependencies: Target.Dependency...) -> Target {
    .target(name: name, dependencies: dependencies, path: name, swiftSettings: strict)
}

let targets: [Target] = [
    stub("AppKit", "MacFoundation", "UniformTypeIdentifiers"),
    stub("AVFoundation"),
    stub("Charts", "SwiftUI"),
    stub("CoreTransferable", "UniformTypeIdentifiers"),
    stub("MacFoundation"),
    stub("Screen", "AppKit", "SwiftUI"),
    stub("ServiceManagement"),
    stub("SwiftUI", "AppKit", "CoreTransferable", "MacFoundation", "UniformTypeIdentifiers"),
    stub("UniformTypeIdentifiers"),
]

let package = Package(
    name: "LinuxStubs",
    products: targets.map { .library(name: $0.name, targets: [$0.name]) },
    targets: targets,
    swiftLanguageModes: [.v6]
)
