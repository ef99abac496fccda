// swift-tools-version: 6.2

import PackageDescription

/// Every target is held to the same rules: explicit existentials, imports that do not leak, and no warnings.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// The floors of the house: a module may use the modules of lower floors, and those listed above it on its own.
enum Floor: String {
    case cLibraries = "CLibraries"
    case basics = "Basics"
    case imaging = "Imaging"
    case pyramids = "Pyramids"
    case layers = "Layers"
    case apps = "Apps"
}

/// A C library found through pkg-config; `Tools/setup` installs the Debian packages named here.
///
/// Without pkg-config, only its headers are used: the library is loaded when it is needed, or named by its module map.
func cLibrary(_ name: String, pkgConfig: String? = nil, apt: String) -> Target {
    .systemLibrary(name: name, path: "Sources/CLibraries/\(name)", pkgConfig: pkgConfig, providers: [.apt([apt])])
}

/// C code that is compiled with the package, and libraries that it links besides those of its dependencies.
func cModule(_ name: String, _ dependencies: [Target.Dependency] = [], linking libraries: [String] = []) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/CLibraries/\(name)",
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

func module(
    _ floor: Floor, _ name: String, _ dependencies: [Target.Dependency] = [], resources: [Resource] = []
) -> Target {
    .target(
        name: name, dependencies: dependencies, path: "Sources/\(floor.rawValue)/\(name)", resources: resources,
        swiftSettings: strict)
}

/// The tests of a module; golden pictures, if there are any, lie in `Goldens` beside their source.
func tests(
    _ floor: Floor?, _ name: String, _ dependencies: [Target.Dependency], exclude: [String] = []
) -> Target {
    .testTarget(
        name: name, dependencies: dependencies + ["TestSupport", "TestLimits"],
        path: floor.map { "Tests/\($0.rawValue)/\(name)" } ?? "Tests/\(name)", exclude: exclude,
        swiftSettings: strict)
}

/// Parses the arguments of the tools.
let argumentParser = Target.Dependency.product(name: "ArgumentParser", package: "swift-argument-parser")

func tool(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
        name: name,
        dependencies: dependencies + [argumentParser],
        path: "Tools/\(name)",
        swiftSettings: strict)
}

/// A program as an app is one: it depends on products, and sees public declarations only.
func example(_ name: String, _ dependencies: [Target.Dependency], folder: String = "Tools/Examples") -> Target {
    .executableTarget(
        name: name, dependencies: dependencies, path: "\(folder)/\(name)", packageAccess: false,
        swiftSettings: [.treatAllWarnings(as: .error)])
}

/// The modules whose parsers are fuzzed.
let fuzzed: [Target.Dependency] = [
    "FuzzSupport", "FlightBench", "TileViewing", "TileServing", "Mosaics", "TileStores", "ImageCodecs", "JPEGLossless",
    "ImageSources",
    "ImageMetadata", "Compression",
    "PixelKernels", "Georeferencing", "TilePyramid", "JSONDocuments", "SQLiteDatabases", "Networking", "Concurrency",
]

let package = Package(
    name: "TileKit",
    products: [
        .library(name: "TilePyramid", targets: ["TilePyramid"]),
        .library(name: "Georeferencing", targets: ["Georeferencing"]),
        .library(name: "PixelKernels", targets: ["PixelKernels"]),
        .library(name: "Networking", targets: ["Networking"]),
        .library(name: "ImageCodecs", targets: ["ImageCodecs"]),
        .library(name: "TileStores", targets: ["TileStores"]),
        .library(name: "TileCutting", targets: ["TileCutting"]),
        .library(name: "PyramidTools", targets: ["PyramidTools"]),
        .library(name: "TileServing", targets: ["TileServing"]),
        .library(name: "VectorDrawing", targets: ["VectorDrawing"]),
        .library(name: "TextRendering", targets: ["TextRendering"]),
        .library(name: "LayerTree", targets: ["LayerTree"]),
        .library(name: "TextLayers", targets: ["TextLayers"]),
        .library(name: "Compositing", targets: ["Compositing"]),
        .library(name: "ScrollLayers", targets: ["ScrollLayers"]),
        .library(name: "SDLPresenter", targets: ["SDLPresenter"]),
        .library(name: "TiledLayers", targets: ["TiledLayers"]),
        .library(name: "MapLayers", targets: ["MapLayers"]),
        .library(name: "TileViewing", targets: ["TileViewing"]),
        .executable(name: "tilecut", targets: ["tilecut"]),
        .executable(name: "tileview", targets: ["tileview"]),
        .executable(name: "tileserve", targets: ["tileserve"]),
        .executable(name: "tilebench", targets: ["tilebench"]),
        .executable(name: "layerdemo", targets: ["layerdemo"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: [
        // C libraries: a module map and a shim of static inline wrappers, nothing else.
        cLibrary("CGLib", pkgConfig: "glib-2.0", apt: "libglib2.0-dev"),
        cLibrary("CGIO", pkgConfig: "gobject-2.0", apt: "libglib2.0-dev"),
        // libvips is loaded when it is needed: what is linked are GLib's libraries.
        cLibrary("CVips", pkgConfig: "gobject-2.0", apt: "libvips-dev"),
        cLibrary("CTIFF", pkgConfig: "libtiff-4", apt: "libtiff-dev"),
        cLibrary("CJPEG", pkgConfig: "libjpeg", apt: "libjpeg62-turbo-dev"),
        cLibrary("COpenJPEG", pkgConfig: "libopenjp2", apt: "libopenjp2-7-dev"),
        cLibrary("CDeflate", pkgConfig: "libdeflate", apt: "libdeflate-dev"),
        cLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        cLibrary("CWebP", pkgConfig: "libwebp", apt: "libwebp-dev"),
        cLibrary("CHarfBuzz", pkgConfig: "harfbuzz", apt: "libpango1.0-dev"),
        cLibrary("CFontconfig", pkgConfig: "fontconfig", apt: "libpango1.0-dev"),
        // Linked by its module map.
        cLibrary("CSDL2", apt: "libsdl2-dev"),
        cLibrary("CExpat", pkgConfig: "expat", apt: "libexpat1-dev"),
        cLibrary("CSQLite", apt: "libsqlite3-dev"),
        cLibrary("CLittleCMS", apt: "liblcms2-dev"),
        cLibrary("CProj", apt: "libproj-dev"),
        cLibrary("CGeoTIFF", apt: "libgeotiff-dev"),
        cLibrary("CCURL", apt: "libcurl4-openssl-dev"),
        cLibrary("CJPEGXL", apt: "libjxl-dev"),
        cLibrary("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),

        // Listed so that arrows point up this list only.
        cModule("CodecShims", ["CJPEG", "CTIFF"]),
        cModule(
            "CPango", ["CHarfBuzz", "CFontconfig", "CGLib"], linking: ["pangoft2-1.0", "pango-1.0", "gobject-2.0"]),
        cModule("CLinux"),
        cModule("CPixelKernels"),
        cModule("CInflate"),
        cModule("CProcess"),
        cModule("CThreadCreation", ["CProcess"]),
        module(.basics, "Files", ["CLinux"]),
        module(.basics, "Numbers", ["Files"]),
        module(.basics, "Concurrency", ["Files", "CLinux"]),
        module(.basics, "Caching", ["Concurrency"]),
        module(.basics, "Sandboxing", ["Files", "CLinux", "CProcess"]),
        module(.basics, "SQLiteDatabases", ["CSQLite", "Files", "Concurrency"]),
        module(.basics, "Networking", ["SQLiteDatabases", "Files", "Concurrency", "CCURL"]),
        module(.basics, "JSONDocuments", ["Numbers", "Files"]),
        module(.basics, "XMLDocuments", ["CExpat"]),
        module(.basics, "TilePyramid"),
        module(.basics, "Georeferencing", ["TilePyramid"]),
        module(.basics, "PixelKernels", ["CPixelKernels"]),
        module(.imaging, "LibraryLogging", ["Concurrency", "CGLib"]),
        module(.imaging, "Compression", ["CDeflate", "CZlib", "CInflate"]),
        module(.imaging, "ImageMetadata", ["Georeferencing", "TilePyramid", "Files", "Numbers"]),
        module(
            .imaging, "ImageSources",
            ["ImageMetadata", "Georeferencing", "TilePyramid", "PixelKernels", "Files", "Concurrency"]),
        module(
            .imaging, "MapProjections",
            [
                "ImageSources", "ImageMetadata", "Georeferencing", "TilePyramid", "PixelKernels", "Concurrency",
                "CProj",
            ]),
        module(
            .imaging, "JPEGLossless",
            ["ImageSources", "ImageMetadata", "TilePyramid", "PixelKernels", "Files", "Concurrency", "CodecShims"]),
        module(
            .imaging, "ImageCodecs",
            [
                "JPEGLossless", "ImageSources", "ImageMetadata", "Compression", "Georeferencing", "TilePyramid",
                "PixelKernels", "Files", "Concurrency", "LibraryLogging", "CodecShims", "CVips", "CTIFF", "COpenJPEG",
                "MapProjections", "XMLDocuments", "Numbers", "CGeoTIFF", "CWebP", "CLittleCMS", "CJPEGXL", "CLinux",
                "CProcess", "Sandboxing",
            ]),
        module(
            .pyramids, "TileStores",
            [
                "Caching", "Networking", "Georeferencing", "TilePyramid", "PixelKernels", "ImageMetadata",
                "ImageCodecs", "Compression", "MapProjections", "Concurrency", "JSONDocuments", "XMLDocuments", "Files",
                "SQLiteDatabases", "Numbers", "CLinux",
            ],
            resources: [.embedInCode("ViewerPage/viewer.html")]),
        module(
            .pyramids, "Mosaics",
            [
                "TileStores", "MapProjections", "ImageCodecs", "ImageSources", "ImageMetadata", "PixelKernels",
                "Georeferencing", "TilePyramid", "JSONDocuments", "Files", "Concurrency", "Numbers",
            ]),
        module(
            .pyramids, "TileCutting",
            [
                "Mosaics", "Georeferencing", "TilePyramid", "PixelKernels", "Files", "Concurrency", "ImageCodecs",
                "MapProjections", "Numbers", "CLinux",
            ]),
        module(
            .pyramids, "PyramidTools",
            [
                "TileStores", "Mosaics", "TileCutting", "MapProjections", "ImageCodecs", "ImageMetadata",
                "PixelKernels", "Georeferencing", "TilePyramid", "Concurrency", "Numbers", "Files", "SQLiteDatabases",
                "JSONDocuments",
            ]),
        module(
            .pyramids, "TileServing",
            [
                "Caching", "PyramidTools", "TileCutting", "TileStores", "MapProjections", "ImageCodecs", "JPEGLossless",
                "ImageMetadata", "Compression", "PixelKernels", "Georeferencing", "TilePyramid", "JSONDocuments",
                "Numbers", "Files", "Concurrency", "CMicroHTTPD", "CLinux",
            ]),
        module(
            .apps, "ToolSupport",
            [
                "ImageCodecs", "ImageMetadata", "TileStores", "Networking", "Concurrency", "Files", "Numbers",
                "CProcess", "CThreadCreation", argumentParser,
            ]),
        module(
            .apps, "CutCommand",
            [
                "ToolSupport", "PyramidTools", "TileCutting", "Mosaics", "TileStores", "ImageCodecs", "ImageMetadata",
                "MapProjections", "PixelKernels", "Georeferencing", "TilePyramid", "Concurrency", "JSONDocuments",
                "Files", "Numbers",
            ]),
        module(.apps, "FileDialogs", ["Files", "Concurrency", "CGIO"]),
        module(.layers, "VectorDrawing", ["TilePyramid", "PixelKernels"]),
        module(
            .layers, "TextRendering",
            ["VectorDrawing", "PixelKernels", "TilePyramid", "Concurrency", "LibraryLogging", "CPango"]),
        module(.layers, "LayerTree", ["VectorDrawing", "TilePyramid", "Concurrency"]),
        module(
            .layers, "Compositing", ["Caching", "LayerTree", "PixelKernels", "TilePyramid", "Concurrency", "CLinux"]),
        module(
            .layers, "TextLayers",
            ["Caching", "LayerTree", "TextRendering", "PixelKernels", "TilePyramid", "Concurrency"]),
        module(.layers, "ScrollLayers", ["LayerTree", "TilePyramid"]),
        module(
            .layers, "SDLPresenter",
            ["Caching", "Compositing", "LayerTree", "TilePyramid", "Concurrency", "Files", "CSDL2", "CLinux"]),
        module(
            .layers, "TiledLayers",
            [
                "Caching", "LayerTree", "ImageCodecs", "Georeferencing", "PixelKernels", "TilePyramid", "Concurrency",
                "CLinux",
            ]),
        module(
            .layers, "MapLayers",
            ["ScrollLayers", "TiledLayers", "TextLayers", "LayerTree", "Georeferencing", "TilePyramid", "Numbers"]),
        module(
            .apps, "TileViewing",
            [
                "MapLayers", "ScrollLayers", "TiledLayers", "TextLayers", "Compositing", "LayerTree", "TileStores",
                "TileCutting", "Networking", "ImageCodecs", "ImageSources", "PixelKernels", "Georeferencing",
                "TilePyramid", "Concurrency", "Files", "Numbers", "JSONDocuments", "CLinux",
            ]),
        module(
            .apps, "FlightBench",
            [
                "TileViewing", "ScrollLayers", "TiledLayers", "LayerTree", "TileStores", "TileCutting", "TilePyramid",
                "Concurrency", "JSONDocuments", "Files", "Numbers", "CLinux",
            ],
            resources: [.embedInCode("Flights/standard-flight.json")]),
        module(
            .apps, "LayerGallery",
            [
                "ScrollLayers", "TiledLayers", "TextLayers", "TextRendering", "Compositing", "LayerTree", "ImageCodecs",
                "TilePyramid",
            ]),
        module(.apps, "LoopbackServers", ["Concurrency"]),
        module(.apps, "SyntheticImages", ["ImageCodecs", "Concurrency", "PixelKernels", "TilePyramid"]),

        tool(
            "tilecut",
            [
                "CutCommand", "ToolSupport", "PyramidTools", "TileCutting", "TileStores", "ImageCodecs",
                "ImageMetadata", "PixelKernels", "Georeferencing", "TilePyramid", "Files",
            ]),
        tool(
            "tileview",
            [
                "TileViewing", "FlightBench", "FileDialogs", "SDLPresenter", "ScrollLayers", "TiledLayers",
                "Compositing", "LayerTree", "TextRendering", "ToolSupport", "TileStores", "ImageCodecs", "TilePyramid",
                "Concurrency", "Files",
            ]),
        tool(
            "tileserve",
            ["ToolSupport", "TileServing", "TileStores", "ImageMetadata", "Numbers", "Files", "Concurrency"]),
        tool(
            "tilebench",
            [
                "ToolSupport", "FlightBench", "TileViewing", "TileServing", "TileCutting", "TileStores", "ImageCodecs",
                "PixelKernels", "Georeferencing", "TilePyramid", "SyntheticImages", "Compositing", "TiledLayers",
                "LayerTree", "Concurrency", "LoopbackServers", "Networking", "TextRendering", "JSONDocuments", "Files",
                "CJPEG", "CWebP", "CDeflate", "CVips",
            ]),
        tool(
            "layerdemo",
            [
                "LayerGallery", "ToolSupport", "LayerTree", "Compositing", "SDLPresenter", "ImageCodecs",
                "PixelKernels", "TilePyramid",
            ]),

        example("CutExample", ["TileStores", "TileCutting", "ImageCodecs"]),
        example("ViewerExample", ["TileViewing", "ScrollLayers", "SDLPresenter"]),
        example("PinsExample", ["TileViewing", "ScrollLayers", "SDLPresenter", "LayerTree"]),
        example("MapExample", ["MapLayers", "TileViewing", "SDLPresenter", "Georeferencing"]),
        example(
            "photodemo", ["TileViewing", "TiledLayers", "ScrollLayers", "TextLayers", "SDLPresenter", "LayerTree"],
            folder: "Tools"),
        example(
            "mapdemo",
            [
                "MapLayers", "TileViewing", "TextLayers", "LayerTree", "SDLPresenter", "TileCutting", "TileStores",
                "ImageCodecs", "Georeferencing", "TilePyramid",
            ], folder: "Tools"),

        // A decoder process that does what no decoder should, to show that it cannot.
        .executableTarget(
            name: "hostiledecoder",
            dependencies: ["ImageCodecs", "ImageSources", "ImageMetadata", "PixelKernels", "TilePyramid"],
            path: "Tests/Programs/hostiledecoder", swiftSettings: strict),
        .target(name: "TestLimits", path: "Tests/TestLimits", swiftSettings: strict),
        // What tests and the fuzzer share, which is built without the other targets of tests.
        .target(
            name: "FuzzSupport", dependencies: ["TileStores", "TilePyramid", "Networking"], path: "Tests/FuzzSupport",
            swiftSettings: strict),
        .target(
            name: "TestSupport",
            dependencies: [
                "LoopbackServers", "TilePyramid", "Concurrency", "LayerTree", "ImageCodecs", "PixelKernels",
                "COpenJPEG",
                "CJPEG",
            ],
            path: "Tests/TestSupport", swiftSettings: strict),
        tests(.basics, "NumbersTests", ["Numbers"]),
        tests(.basics, "ConcurrencyTests", ["Concurrency", "JSONDocuments"]),
        tests(.basics, "CachingTests", ["Caching"]),
        tests(.basics, "FilesTests", ["Files"]),
        tests(.basics, "SandboxingTests", ["Sandboxing"]),
        tests(.basics, "NetworkingTests", ["Networking", "SQLiteDatabases", "Concurrency"]),
        tests(.basics, "SQLiteDatabasesTests", ["SQLiteDatabases"]),
        tests(.basics, "JSONDocumentsTests", ["JSONDocuments"]),
        tests(.basics, "TilePyramidTests", ["TilePyramid"]),
        tests(.basics, "GeoreferencingTests", ["Georeferencing", "TilePyramid"]),
        tests(.basics, "PixelKernelsTests", ["PixelKernels", "CPixelKernels"]),
        tests(.imaging, "ImageMetadataTests", ["ImageMetadata", "TilePyramid"]),
        tests(
            .imaging, "MapProjectionsTests",
            [
                "MapProjections", "ImageSources", "ImageMetadata", "PixelKernels", "Georeferencing", "TilePyramid",
                "CProj",
            ]),
        tests(
            .imaging, "JPEGLosslessTests",
            [
                "JPEGLossless", "ImageCodecs", "ImageSources", "ImageMetadata", "PixelKernels", "TilePyramid",
                "Concurrency",
            ]),
        tests(
            .imaging, "ImageCodecsTests",
            [
                "ImageCodecs", "MapProjections", "JPEGLossless", "ImageSources", "ImageMetadata", "Compression",
                "PixelKernels", "Georeferencing", "TilePyramid", "Concurrency", "Sandboxing", "CVips", "CTIFF", "CZlib",
            ]),
        tests(
            .pyramids, "TileStoresTests",
            [
                "TileStores", "Networking", "ImageMetadata", "Compression", "ImageCodecs", "PixelKernels",
                "Georeferencing", "TilePyramid", "Concurrency", "SQLiteDatabases", "FuzzSupport", "CTIFF",
            ]),
        tests(
            .pyramids, "MosaicsTests",
            [
                "Mosaics", "MapProjections", "ImageCodecs", "ImageSources", "PixelKernels", "Georeferencing",
                "TilePyramid",
            ]),
        tests(
            .pyramids, "TileCuttingTests",
            [
                "TileCutting", "TileStores", "ImageCodecs", "PixelKernels", "Georeferencing", "TilePyramid",
                "Concurrency",
            ]),
        tests(
            .pyramids, "PyramidToolsTests",
            [
                "PyramidTools", "TileStores", "TileCutting", "ImageCodecs", "ImageMetadata", "PixelKernels",
                "Georeferencing", "TilePyramid", "Concurrency", "Networking", "JSONDocuments", "SQLiteDatabases",
            ]),
        tests(
            .pyramids, "TileServingTests",
            [
                "TileServing", "TileStores", "TileCutting", "ImageCodecs", "PixelKernels", "Georeferencing",
                "TilePyramid", "JSONDocuments", "Compression", "Concurrency", "Networking",
            ]),
        tests(.layers, "VectorDrawingTests", ["VectorDrawing", "TilePyramid"], exclude: ["Strokes/Goldens"]),
        tests(.layers, "TextRenderingTests", ["TextRendering", "VectorDrawing", "TilePyramid"]),
        tests(.layers, "LayerTreeTests", ["LayerTree", "Concurrency", "TilePyramid"]),
        tests(
            .layers, "TextLayersTests", ["TextLayers", "Compositing", "LayerTree", "TextRendering", "TilePyramid"],
            exclude: ["Goldens"]),
        tests(
            .layers, "CompositingTests", ["Compositing", "LayerTree", "PixelKernels", "TilePyramid"],
            exclude: ["Goldens", "Kinds/Goldens"]),
        tests(.layers, "ScrollLayersTests", ["ScrollLayers", "LayerTree", "TilePyramid"]),
        tests(
            .layers, "SDLPresenterTests",
            [
                "SDLPresenter", "ScrollLayers", "TiledLayers", "TileStores", "Compositing", "LayerTree", "TilePyramid",
                "CSDL2",
            ]),
        tests(
            .layers, "TiledLayersTests",
            [
                "TiledLayers", "Compositing", "TileStores", "ImageCodecs", "PixelKernels", "LayerTree", "TilePyramid",
                "Concurrency",
            ]),
        tests(
            .layers, "MapLayersTests",
            [
                "MapLayers", "ScrollLayers", "TiledLayers", "TextLayers", "Compositing", "LayerTree", "Georeferencing",
                "TilePyramid",
            ],
            exclude: ["Goldens"]),
        tests(
            .apps, "TileViewingTests",
            [
                "MapLayers",
                "TileViewing", "FlightBench", "ScrollLayers", "TiledLayers", "TextLayers", "Compositing", "LayerTree",
                "TileStores", "TileCutting", "ImageCodecs", "ImageMetadata", "PixelKernels", "Georeferencing",
                "TilePyramid",
                "Networking", "Concurrency", "JSONDocuments", "SQLiteDatabases",
                "SyntheticImages",
            ],
            exclude: ["Overlays/Goldens", "Viewer/Goldens", "Viewer/Priority/Goldens"]),
        tests(.apps, "FileDialogsTests", ["FileDialogs", "Concurrency", "CGIO"]),
        tests(
            .apps, "FlightBenchTests",
            [
                "FlightBench", "TileViewing", "SDLPresenter", "ScrollLayers", "TiledLayers", "TextLayers",
                "Compositing", "LayerTree", "TileStores", "TilePyramid",
            ]),
        tests(
            .apps, "LayerGalleryTests", ["LayerGallery", "SDLPresenter", "Compositing", "LayerTree", "TilePyramid"],
            exclude: ["Goldens"]),
        tests(
            .apps, "SyntheticImagesTests",
            ["SyntheticImages", "tilebench", "ImageCodecs", "PixelKernels", "TilePyramid"]),
        .testTarget(name: "ArchitectureTests", dependencies: ["TestLimits"], swiftSettings: strict),
        tests(
            nil, "DocumentationTests",
            [
                "Concurrency", "Georeferencing", "Networking", "MapLayers", "TileViewing", "FlightBench",
                "SyntheticImages", "PyramidTools", "TileCutting", "TileStores", "ImageCodecs", "TiledLayers",
                "TextLayers", "TextRendering", "ScrollLayers", "SDLPresenter", "Compositing", "LayerTree",
                "PixelKernels", "TilePyramid",
            ]),
        tests(nil, "FuzzingTests", fuzzed, exclude: ["CFuzzer", "Corpus", "Dictionaries", "Fuzzer"]),
        // What an app does that has only the products: it depends on nothing else, and sees public declarations only.
        .testTarget(
            name: "ConsumerTests",
            dependencies: [
                "TileViewing", "TiledLayers", "TextLayers", "ScrollLayers", "Compositing", "LayerTree", "TilePyramid",
                "TestLimits",
            ],
            packageAccess: false, swiftSettings: strict),
        tests(
            nil, "CommandTests",
            [
                "tilecut", "tileview", "tileserve", "tilebench", "layerdemo", "CutExample", "ViewerExample",
                "PinsExample",
                "MapExample", "mapdemo", "photodemo", "hostiledecoder", "CutCommand", "Sandboxing",
                "ToolSupport", "TileViewing",
                "TileCutting", "TileStores", "PyramidTools", "ImageCodecs", "PixelKernels", "TilePyramid", "LayerTree",
                "Georeferencing", "JSONDocuments",
            ]),
    ],
    swiftLanguageModes: [.v6]
)

// The fuzzer of Tools/fuzz, which sets TILEKIT_FUZZ: the targets of FuzzingTests, in a program that libFuzzer starts.
if Context.environment["TILEKIT_FUZZ"] != nil {
    package.targets.removeAll { [.executable, .test].contains($0.type) || $0.name == "TestSupport" }
    package.products = [.executable(name: "fuzzer", targets: ["fuzzer"])]
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Tests/FuzzingTests/CFuzzer"),
        .executableTarget(
            name: "fuzzer", dependencies: fuzzed + ["CFuzzer"], path: "Tests/FuzzingTests",
            exclude: ["CFuzzer", "Corpus", "Corpus.swift", "CorpusTests.swift", "Dictionaries", "Seeds"],
            sources: ["Targets", "Fuzzer"], swiftSettings: strict),
    ]
}

// A build for one purpose needs few tests, and no tools unless these are tested: TILEKIT_TESTS names the test targets, separated
// by commas.
if let names = Context.environment["TILEKIT_TESTS"]?.split(separator: ",").map(String.init) {
    package.targets.removeAll { $0.type == .test && !names.contains($0.name) }
    if Set(names).isDisjoint(with: ["CommandTests", "SyntheticImagesTests"]) {
        package.targets.removeAll { $0.type == .executable }
        package.products.removeAll { $0 is Product.Executable }
    }
}
