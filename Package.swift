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

func module(_ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []) -> Target {
    .target(name: name, dependencies: dependencies, resources: resources, swiftSettings: strict)
}

/// Tests; the pictures in `Goldens`, if there is such a folder, are found beside their source.
func tests(_ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude, swiftSettings: strict)
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
        .library(name: "PyramidTools", targets: ["PyramidTools"]),
        .library(name: "LayerTree", targets: ["LayerTree"]),
        .library(name: "Compositing", targets: ["Compositing"]),
        .library(name: "ScrollLayers", targets: ["ScrollLayers"]),
        .library(name: "SDLPresenter", targets: ["SDLPresenter"]),
        .library(name: "TiledLayers", targets: ["TiledLayers"]),
        .library(name: "TileViewing", targets: ["TileViewing"]),
        .executable(name: "tilecut", targets: ["tilecut"]),
        .executable(name: "tileview", targets: ["tileview"]),
        .executable(name: "tilebench", targets: ["tilebench"]),
        .executable(name: "layerdemo", targets: ["layerdemo"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    ],
    targets: [
        // C libraries: a module map and a shim of static inline wrappers, nothing else.
        // libvips is loaded when it is needed: what is linked are GLib's libraries.
        cLibrary("CVips", pkgConfig: "gobject-2.0", apt: "libvips-dev", brew: "vips"),
        cLibrary("CTIFF", pkgConfig: "libtiff-4", apt: "libtiff-dev", brew: "libtiff"),
        cLibrary("CJPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev", brew: "jpeg-turbo"),
        cLibrary("COpenJPEG", pkgConfig: "libopenjp2", apt: "libopenjp2-7-dev", brew: "openjpeg"),
        cLibrary("CDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev", brew: "libdeflate"),
        cLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev", brew: "zlib"),
        cLibrary("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev", brew: "webp"),
        cLibrary("CPango", pkgConfig: "pangoft2", apt: "libpango1.0-dev", brew: "pango"),
        cLibrary("CSDL2", pkgConfig: "sdl2", apt: "libsdl2-dev", brew: "sdl2"),
        .systemLibrary(name: "CLinux", path: "Sources/CLinux"),

        // Listed so that arrows point up this list only.
        .target(name: "CodecShims", dependencies: ["CJPEG", "CTIFF"]),
        .target(name: "CPixelKernels"),
        module("LockedState"),
        module("JSONDocuments"),
        module("TilePyramid"),
        module("PixelKernels", ["CPixelKernels"]),
        module(
            "ImageCodecs",
            [
                "TilePyramid", "PixelKernels", "LockedState", "CodecShims", "CVips", "CTIFF", "COpenJPEG", "CDeflate",
                "CWebP", "CZlib", "CPango", "CLinux",
            ]),
        module(
            "TileStores",
            [
                "TilePyramid", "PixelKernels", "ImageCodecs", "LockedState", "JSONDocuments", "CDeflate", "CLinux",
                .product(name: "GRDB", package: "GRDB.swift"),
            ],
            resources: [.embedInCode("ViewerPage/viewer.html")]),
        module("TileCutting", ["TilePyramid", "PixelKernels", "LockedState", "ImageCodecs", "CLinux"]),
        module(
            "PyramidTools",
            ["TileStores", "TileCutting", "ImageCodecs", "PixelKernels", "TilePyramid", "LockedState"]),
        module("ToolSupport", ["ImageCodecs", "TileStores", "LockedState"]),
        module(
            "CutCommand",
            [
                "ToolSupport", "PyramidTools", "TileCutting", "TileStores", "ImageCodecs", "PixelKernels",
                "TilePyramid", "LockedState", "JSONDocuments",
            ]),
        module("LayerTree", ["TilePyramid", "PixelKernels", "LockedState"]),
        module("Compositing", ["LayerTree", "PixelKernels", "TilePyramid", "LockedState", "CLinux"]),
        module("ScrollLayers", ["LayerTree"]),
        module("SDLPresenter", ["Compositing", "LayerTree", "TilePyramid", "LockedState", "CSDL2"]),
        module("TiledLayers", ["LayerTree", "ImageCodecs", "TilePyramid", "LockedState", "CLinux"]),
        module(
            "TileViewing",
            [
                "ScrollLayers", "TiledLayers", "Compositing", "LayerTree", "TileStores", "TileCutting", "ImageCodecs",
                "PixelKernels", "TilePyramid", "LockedState", "JSONDocuments", "CLinux",
            ],
            resources: [.embedInCode("Flights/standard-flight.json")]),
        module("SyntheticImages", ["ImageCodecs", "LockedState", "PixelKernels", "TilePyramid"]),

        tool(
            "tilecut",
            [
                "CutCommand", "ToolSupport", "PyramidTools", "TileCutting", "TileStores", "ImageCodecs", "PixelKernels",
                "TilePyramid",
            ]),
        tool(
            "tileview",
            [
                "TileViewing", "SDLPresenter", "ScrollLayers", "TiledLayers", "Compositing", "LayerTree", "ToolSupport",
                "ImageCodecs", "TilePyramid",
            ]),
        tool(
            "tilebench",
            [
                "ToolSupport", "TileViewing", "TileCutting", "TileStores", "ImageCodecs", "PixelKernels", "TilePyramid",
                "SyntheticImages", "Compositing", "TiledLayers", "LayerTree", "LockedState", "JSONDocuments", "CJPEG",
                "CWebP", "CDeflate", "CVips",
            ]),
        tool(
            "layerdemo",
            ["LayerTree", "Compositing", "SDLPresenter", "ImageCodecs", "PixelKernels", "TilePyramid"]),

        .target(
            name: "TestSupport",
            dependencies: ["TilePyramid", "LockedState", "LayerTree", "ImageCodecs", "PixelKernels", "COpenJPEG"],
            path: "Tests/TestSupport", swiftSettings: strict),
        tests("JSONDocumentsTests", ["JSONDocuments"]),
        tests("TilePyramidTests", ["TilePyramid"]),
        tests("PixelKernelsTests", ["PixelKernels", "CPixelKernels"]),
        tests(
            "ImageCodecsTests",
            ["ImageCodecs", "PixelKernels", "TilePyramid", "LockedState", "CVips", "CPango", "CTIFF", "CJPEG"]),
        tests(
            "TileStoresTests",
            [
                "TileStores", "ImageCodecs", "PixelKernels", "TilePyramid", "LockedState", "CTIFF",
                .product(name: "GRDB", package: "GRDB.swift"),
            ]),
        tests(
            "TileCuttingTests",
            ["TileCutting", "TileStores", "ImageCodecs", "PixelKernels", "TilePyramid", "LockedState"]),
        tests(
            "PyramidToolsTests",
            ["PyramidTools", "TileStores", "TileCutting", "ImageCodecs", "PixelKernels", "TilePyramid", "LockedState"]),
        tests("LayerTreeTests", ["LayerTree", "LockedState", "TilePyramid"]),
        tests(
            "CompositingTests", ["Compositing", "LayerTree", "PixelKernels", "TilePyramid"], exclude: ["Goldens"]),
        tests("ScrollLayersTests", ["ScrollLayers", "LayerTree", "TilePyramid"]),
        tests(
            "SDLPresenterTests",
            [
                "SDLPresenter", "ScrollLayers", "TiledLayers", "TileStores", "Compositing", "LayerTree", "TilePyramid",
                "CSDL2",
            ]),
        tests(
            "TiledLayersTests",
            [
                "TiledLayers", "Compositing", "TileStores", "ImageCodecs", "PixelKernels", "LayerTree", "TilePyramid",
                "LockedState",
            ]),
        tests(
            "TileViewingTests",
            [
                "TileViewing", "ScrollLayers", "TiledLayers", "Compositing", "LayerTree", "TileStores", "TileCutting",
                "ImageCodecs", "PixelKernels", "TilePyramid", "LockedState", "JSONDocuments", "SyntheticImages",
            ],
            exclude: ["Overlays/Goldens", "Viewer/Goldens"]),
        tests("SyntheticImagesTests", ["SyntheticImages", "tilebench", "ImageCodecs", "PixelKernels", "TilePyramid"]),
        tests(
            "CommandTests",
            [
                "tilecut", "tileview", "tilebench", "layerdemo", "CutCommand", "ToolSupport", "TileViewing",
                "TileCutting", "ImageCodecs", "PixelKernels", "TilePyramid", "LayerTree", "JSONDocuments",
            ]),
    ],
    swiftLanguageModes: [.v6]
)
