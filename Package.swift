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
    // Foundation reads what Xcode's tools make of the catalogue; here it is read as it is.
    let words: [Target.Dependency] = ["StringCatalogue"]
    let stubTests: [Target] = [
        .testTarget(
            name: "StubTests",
            dependencies: ["AppKit", "Charts", "CoreTransferable", "Screen", "SwiftUI", "UniformTypeIdentifiers"].map {
                .product(name: $0, package: "LinuxStubs")
            },
            path: "tests/swift/StubTests", swiftSettings: strict)
    ]
#else
    // scripts/macos/ makes it.
    let bridge: Target = .binaryTarget(name: "TandemBridgeC", path: "target/swift/TandemBridge.xcframework")
    let linking: [LinkerSetting] = [
        .linkedFramework("Metal"), .linkedFramework("Accelerate"), .linkedLibrary("c++"),
    ]
    let stubs: [Package.Dependency] = []
    let words: [Target.Dependency] = []
    let stubTests: [Target] = []
#endif

let package = Package(
    name: "Tandem",
    platforms: [.macOS(.v15)],
    products: [
        .library(name: "EngineKit", targets: ["EngineKit"]),
        .library(name: "Core", targets: ["Core"]),
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
            name: "strings", dependencies: ["StringCatalogue"], path: "tests/swift/StringsTool", swiftSettings: strict),
        .executableTarget(
            name: "bridge-overhead", dependencies: ["EngineKit", "TandemBindings"], path: "tests/swift/Overhead",
            swiftSettings: strict),
        .executableTarget(
            name: "transcript-cost", dependencies: ["Core", "EngineKit"], path: "tests/swift/TranscriptCost",
            swiftSettings: strict),
        .testTarget(
            name: "EngineKitTests", dependencies: ["EngineKit"], path: "tests/swift/EngineKitTests",
            swiftSettings: strict),
        .testTarget(
            name: "CoreTests", dependencies: ["Core", "EngineKit", "StringCatalogue"], path: "tests/swift/CoreTests",
            swiftSettings: strict),
        .testTarget(
            name: "CoreLiveTests", dependencies: ["Core", "EngineKit"], path: "tests/swift/CoreLiveTests",
            swiftSettings: strict),
    ] + stubTests,
    swiftLanguageModes: [.v6]
)
