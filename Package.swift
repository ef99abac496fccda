// swift-tools-version: 6.2

import PackageDescription

/// Every target is held to the same rules: explicit existentials, imports that do not leak, and no warnings.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// A C library found through pkg-config; `Tools/setup` installs the Debian and Homebrew packages named here.
func cLibrary(_ name: String, pkgConfig: String, apt: String, brew: String) -> Target {
    .systemLibrary(
        name: name, path: "Sources/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt]), .brew([brew])])
}

func module(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .testTarget(name: name, dependencies: dependencies + ["TestSupport"], swiftSettings: strict)
}

func tool(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies + [.product(name: "ArgumentParser", package: "swift-argument-parser")],
        path: "Tools/\(name)",
        swiftSettings: strict)
}

let package = Package(
    name: "TileKit",
    products: [
        .library(name: "TilePyramid", targets: ["TilePyramid"]),
        .library(name: "ImageCodecs", targets: ["ImageCodecs"]),
        .library(name: "TileStores", targets: ["TileStores"]),
        .library(name: "TileCutting", targets: ["TileCutting"]),
        .library(name: "TiledLayers", targets: ["TiledLayers"]),
        .executable(name: "tilecut", targets: ["tilecut"]),
        .executable(name: "tilebench", targets: ["tilebench"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // C libraries: a module map and a shim of static inline wrappers, nothing else.
        cLibrary("CVips", pkgConfig: "vips", apt: "libvips-dev", brew: "vips"),
        cLibrary("CTIFF", pkgConfig: "libtiff-4", apt: "libtiff-dev", brew: "libtiff"),
        cLibrary("CJPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev", brew: "jpeg-turbo"),
        cLibrary("CDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
        cLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
        cLibrary("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev", brew: "webp"),
        .systemLibrary(name: "CLinux", path: "Sources/CLinux"),

        // Listed so that arrows point up this list only.
        .target(name: "CodecShims", dependencies: ["CJPEG", "CTIFF"]),
        module("LockedState"),
        module("TilePyramid"),
        module("PixelKernels"),
        module(
            "ImageCodecs",
            [
                "TilePyramid", "PixelKernels", "LockedState", "CodecShims", "CVips", "CTIFF", "CDeflate", "CWebP",
                "CZlib",
            ]),
        module("TileStores", ["TilePyramid", "LockedState", "CLinux"]),
        module("TileCutting", ["TilePyramid", "PixelKernels", "LockedState", "ImageCodecs", "CLinux"]),
        module(
            "CutCommand",
            ["TileCutting", "TileStores", "ImageCodecs", "PixelKernels", "TilePyramid", "LockedState"]),
        module("LayerTree", ["TilePyramid", "LockedState"]),
        module("TiledLayers", ["LayerTree", "ImageCodecs", "TilePyramid", "LockedState", "CLinux"]),
        module("SyntheticImages", ["ImageCodecs", "LockedState", "PixelKernels", "TilePyramid"]),

        tool("tilecut", ["CutCommand", "TileCutting", "ImageCodecs", "PixelKernels", "TilePyramid"]),
        tool("tilebench", ["TileCutting", "TileStores", "ImageCodecs", "TilePyramid", "SyntheticImages", "LayerTree"]),

        .target(
            name: "TestSupport", dependencies: ["TilePyramid", "LockedState"], path: "Tests/TestSupport",
            swiftSettings: strict),
        tests("TilePyramidTests", ["TilePyramid"]),
        tests("PixelKernelsTests", ["PixelKernels"]),
        tests("ImageCodecsTests", ["ImageCodecs", "PixelKernels", "TilePyramid", "CVips", "CTIFF"]),
        tests("TileStoresTests", ["TileStores", "TilePyramid"]),
        tests(
            "TileCuttingTests",
            ["TileCutting", "TileStores", "ImageCodecs", "PixelKernels", "TilePyramid", "LockedState"]),
        tests("LayerTreeTests", ["LayerTree", "TilePyramid"]),
        tests("TiledLayersTests", ["TiledLayers", "LayerTree", "TilePyramid", "LockedState"]),
        tests("SyntheticImagesTests", ["SyntheticImages", "tilebench", "ImageCodecs", "PixelKernels", "TilePyramid"]),
        tests("CommandTests", ["tilecut", "CutCommand", "TileCutting", "ImageCodecs", "PixelKernels", "TilePyramid"]),
    ],
    swiftLanguageModes: [.v6]
)
