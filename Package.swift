// swift-tools-version: 6.2

import PackageDescription

// All of what is written here is held to Swift 6 with warnings as errors; only generated code is not.
let strict: [SwiftSetting] = [.treatAllWarnings(as: .error)]

#if os(Linux)
    // scripts/linux/test-swift.sh puts the library there and tells where MLX is.
    let mlx = Context.environment["TANDEM_MLX"] ?? ""
    let bridge: Target = .systemLibrary(name: "TandemBridgeC", path: "MacApp/Bindings/C")
    let linking: [LinkerSetting] = [
        .linkedLibrary("tandem_bridge"), .linkedLibrary("mlx"), .linkedLibrary("m"),
        .unsafeFlags([
            "-L\(Context.packageDirectory)/target/swift", "-L\(mlx)", "-Xlinker", "-rpath", "-Xlinker", mlx,
            // The toolchain's root has no link of the plain name.
            "-Xlinker", "-l:libstdc++.so.6",
        ]),
    ]
    // Stand-ins for SwiftUI and its neighbours, only here: on a Mac they would hide Apple's.
    let stubs: [Package.Dependency] = [.package(path: "MacApp/LinuxStubs")]
    let frameworks: [Target.Dependency] = [
        "AVFoundation", "AppKit", "Charts", "CoreTransferable", "MacFoundation", "ServiceManagement", "SwiftUI",
        "UniformTypeIdentifiers", "UserNotifications",
    ].map { .product(name: $0, package: "LinuxStubs") }
    let screen: Target.Dependency = .product(name: "Screen", package: "LinuxStubs")
    // Foundation reads what Xcode's tools make of the catalogue; here it is read as it is.
    let words: [Target.Dependency] = ["StringCatalogue"]
    // What a person sees, read off the stand-ins; a Mac has other means for that.
    let screenTests: [Target] = [
        .testTarget(
            name: "StubTests", dependencies: frameworks + [screen], path: "tests/swift/StubTests", swiftSettings: strict
        ),
        .testTarget(
            name: "AppTests",
            dependencies: ["Tandem", "Core", "EngineKit", "StringCatalogue", "TestHub", screen] + frameworks,
            path: "tests/swift/AppTests", swiftSettings: strict),
    ]
#else
    // scripts/macos/ makes it.
    let bridge: Target = .binaryTarget(name: "TandemBridgeC", path: "target/swift/TandemBridge.xcframework")
    // A static library cannot say what it needs: MLX the first three and the two libraries, Rust's crates the rest.
    let linking: [LinkerSetting] =
        ["Accelerate", "Foundation", "Metal", "CoreFoundation", "Security", "SystemConfiguration"].map {
            .linkedFramework($0)
        } + [.linkedLibrary("c++"), .linkedLibrary("objc")]
    let stubs: [Package.Dependency] = []
    let frameworks: [Target.Dependency] = []
    let words: [Target.Dependency] = []
    let screenTests: [Target] = []
#endif

let package = Package(
    name: "Tandem",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "EngineKit", targets: ["EngineKit"]),
        .library(name: "Core", targets: ["Core"]),
        .executable(name: "Tandem", targets: ["Tandem"]),
    ],
    dependencies: stubs,
    targets: [
        bridge,
        .target(
            name: "TandemBindings", dependencies: ["TandemBridgeC"], path: "MacApp/Bindings/Swift",
            swiftSettings: [.swiftLanguageMode(.v5)], linkerSettings: linking),
        .target(
            name: "EngineKit", dependencies: ["TandemBindings"], path: "MacApp/EngineKit", swiftSettings: strict),
        .target(name: "Core", dependencies: ["EngineKit"] + words, path: "MacApp/Core", swiftSettings: strict),
        .target(name: "StringCatalogue", path: "MacApp/StringCatalogue", swiftSettings: strict),
        .executableTarget(
            name: "Tandem", dependencies: ["Core", "EngineKit"] + frameworks, path: "MacApp/App", swiftSettings: strict),
        .executableTarget(
            name: "strings", dependencies: ["StringCatalogue"], path: "tests/swift/StringsTool", swiftSettings: strict),
        .executableTarget(
            name: "bridge-overhead", dependencies: ["EngineKit", "TandemBindings"], path: "tests/swift/Overhead",
            swiftSettings: strict),
        .executableTarget(
            name: "transcript-cost", dependencies: ["Core", "EngineKit"], path: "tests/swift/TranscriptCost",
            swiftSettings: strict),
        .target(name: "TestHub", path: "tests/swift/TestHub", swiftSettings: strict),
        .testTarget(
            name: "EngineKitTests", dependencies: ["EngineKit", "TestHub"], path: "tests/swift/EngineKitTests",
            swiftSettings: strict),
        .testTarget(
            name: "CoreTests", dependencies: ["Core", "EngineKit", "StringCatalogue"], path: "tests/swift/CoreTests",
            swiftSettings: strict),
        .testTarget(
            name: "CoreLiveTests", dependencies: ["Core", "EngineKit"], path: "tests/swift/CoreLiveTests",
            swiftSettings: strict),
    ] + screenTests,
    swiftLanguageModes: [.v6]
)
