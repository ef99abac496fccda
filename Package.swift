// swift-tools-version: 6.2

import PackageDescription

/// Every target is held to the same rules: explicit existentials, imports that do not leak, and no warnings.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Whether tests are built together with optimized modules, as `Tools/optimized-build` asks for it.
let isOptimized = Context.environment["TILEKIT_OPTIMIZED"] != nil

/// The tests that compute so much on their own that optimizing them takes less time than it saves.
///
/// The code of others runs once or a few times, or takes longer to optimize.
let optimizedTests: Set = ["VectorDrawingTests", "CompositingTests", "MapProjectionsTests"]

/// The settings of the other tests.
let testSettings = strict + (isOptimized ? [.unsafeFlags(["-Onone"])] : [])

/// The modules with many pointers or C libraries, whose memory Address Sanitizer watches where `Tools/test-sanitizers` asks for it.
///
/// Only these and the C modules are compiled again for that; everything else stays as it was built for the tests.
/// ArchitectureTests checks the list.
let watchedModules: Set =
    Context.environment["TILEKIT_SANITIZED"] == nil
    ? []
    : [
        "Files", "Concurrency", "Sandboxing", "SQLiteDatabases", "Networking", "XMLDocuments", "TilePyramid",
        "PixelKernels", "LibraryLogging", "Compression", "ImageMetadata", "ImageSources", "ChannelImages",
        "MapProjections", "JPEGLossless", "ImageCodecs", "TileContainers", "ZarrArrays", "FilePyramids", "Mosaics",
        "TileCutting", "ValuePyramids", "PyramidTools", "TileServing", "VectorDrawing", "TextRendering", "Compositing",
        "SDLPresenter", "TiledLayers", "FileDialogs",
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
        cSettings: watchedModules.isEmpty ? [] : [.unsafeFlags(["-fsanitize=address"])],
        linkerSettings: libraries.map { .linkedLibrary($0) })
}

/// A row of the table of modules: what the module uses, and what its tests use beside that.
struct Module {
    var floor: Floor
    var name: String
    /// Whether apps can import it.
    var isProduct = false
    var uses = ""
    /// The further modules of its tests, whose target has the name with "Tests" at the end; nil for none.
    var tests: String?
    /// The folders of golden pictures in the tests.
    var goldens: [String] = []
    var resources: [Resource] = []

    init(
        _ floor: Floor, _ name: String, isProduct: Bool = false, uses: String = "", tests: String? = nil,
        goldens: [String] = [], resources: [Resource] = []
    ) {
        self.floor = floor
        self.name = name
        self.isProduct = isProduct
        self.uses = uses
        self.tests = tests
        self.goldens = goldens
        self.resources = resources
    }

    private var isWatched: Bool { watchedModules.contains(name) }

    /// The module, and its tests.
    var targets: [Target] {
        let module = Target.target(
            name: name, dependencies: names(uses), path: "Sources/\(floor.rawValue)/\(name)", resources: resources,
            swiftSettings: strict + (isWatched ? [.unsafeFlags(["-sanitize=address"])] : []),
            linkerSettings: isWatched ? [.unsafeFlags(["-sanitize=address"])] : [])
        guard let tests else { return [module] }
        return [
            module,
            testTarget("\(name)Tests", "\(name) \(uses) \(tests)", folder: "Tests/\(floor.rawValue)", exclude: goldens),
        ]
    }
}

/// Dependencies by their names, with spaces between them.
func names(_ words: String) -> [Target.Dependency] {
    words.split(whereSeparator: \.isWhitespace).map { word in
        word == "ArgumentParser"
            ? .product(name: "ArgumentParser", package: "swift-argument-parser") : .byName(name: String(word))
    }
}

func testTarget(_ name: String, _ uses: String, folder: String = "Tests", exclude: [String] = []) -> Target {
    .testTarget(
        name: name, dependencies: names("\(uses) TestSupport TestLimits"), path: "\(folder)/\(name)", exclude: exclude,
        swiftSettings: optimizedTests.contains(name) ? strict : testSettings)
}

/// A program of this package, which has a product of its own.
func tool(_ name: String, _ uses: String) -> Target {
    .executableTarget(
        name: name, dependencies: names("\(uses) ArgumentParser"), path: "Tools/\(name)", swiftSettings: strict)
}

/// A program as an app is one: it depends on products, and sees public declarations only.
func example(_ name: String, _ uses: String, folder: String = "Tools/Examples") -> Target {
    .executableTarget(
        name: name, dependencies: names(uses), path: "\(folder)/\(name)", packageAccess: false,
        swiftSettings: [.treatAllWarnings(as: .error)])
}

/// The Swift modules: each uses lower floors, and modules that are listed above it on its own.
let modules = [
    Module(.basics, "Files", uses: "CLinux", tests: ""),
    Module(.basics, "Numbers", uses: "Files", tests: ""),
    Module(.basics, "Concurrency", uses: "Files CLinux", tests: "JSONDocuments"),
    Module(.basics, "Caching", uses: "Concurrency", tests: ""),
    Module(.basics, "Sandboxing", uses: "Files CLinux CProcess", tests: ""),
    Module(.basics, "SQLiteDatabases", uses: "CSQLite Files Concurrency", tests: ""),
    Module(.basics, "Networking", isProduct: true, uses: "SQLiteDatabases Files Concurrency CCURL", tests: ""),
    Module(.basics, "JSONDocuments", uses: "Numbers Files", tests: ""),
    Module(.basics, "XMLDocuments", uses: "CExpat"),
    Module(.basics, "TilePyramid", isProduct: true, tests: ""),
    Module(.basics, "Georeferencing", isProduct: true, uses: "TilePyramid", tests: ""),
    Module(.basics, "PixelKernels", isProduct: true, uses: "CPixelKernels", tests: ""),
    Module(.imaging, "LibraryLogging", uses: "Concurrency CGLib"),
    Module(.imaging, "Compression", uses: "CDeflate CZlib CInflate"),
    Module(
        .imaging, "ImageMetadata", isProduct: true, uses: "Georeferencing TilePyramid Files Numbers", tests: ""),
    Module(
        .imaging, "ImageSources", isProduct: true,
        uses: "ImageMetadata Georeferencing TilePyramid PixelKernels Files Concurrency"),
    Module(
        .imaging, "ChannelImages", isProduct: true,
        uses: """
            ImageSources ImageMetadata TilePyramid PixelKernels XMLDocuments JSONDocuments Numbers Concurrency
            """, tests: ""),
    Module(
        .imaging, "MapProjections",
        uses: "ImageSources ImageMetadata Georeferencing TilePyramid PixelKernels Concurrency CProj", tests: ""),
    Module(
        .imaging, "JPEGLossless",
        uses: "ImageSources ImageMetadata TilePyramid PixelKernels Files Concurrency CodecShims", tests: "ImageCodecs"),
    Module(
        .imaging, "ImageCodecs", isProduct: true,
        uses: """
            JPEGLossless ChannelImages ImageSources ImageMetadata Compression Georeferencing TilePyramid PixelKernels
            Files Caching Concurrency LibraryLogging CodecShims CVips CTIFF COpenJPEG MapProjections XMLDocuments Numbers CGeoTIFF
            CWebP CLittleCMS CJPEGXL CLinux CProcess Sandboxing
            """, tests: "CZlib"),
    Module(
        .pyramids, "TileContainers", isProduct: true,
        uses: "TilePyramid Compression Concurrency Files Numbers CLinux"),
    Module(
        .pyramids, "ZarrArrays", isProduct: true,
        uses: """
            TileContainers ChannelImages ImageSources ImageMetadata Compression Georeferencing TilePyramid PixelKernels
            Caching JSONDocuments Concurrency Numbers CZstandard CBlosc CLZ4
            """, tests: ""),
    Module(
        .pyramids, "FilePyramids", isProduct: true,
        uses: """
            TileContainers ImageCodecs ChannelImages ImageSources ImageMetadata Compression Georeferencing TilePyramid
            PixelKernels Caching Concurrency JSONDocuments XMLDocuments Files Numbers
            """,
        resources: [
            "viewer.html", "viewer.css", "tiles.js", "drawing.js", "view.js", "gestures.js", "controls.js", "map.js",
        ].map { .embedInCode("ViewerPage/Page/\($0)") }),
    Module(
        .pyramids, "DatabasePyramids", isProduct: true,
        uses: """
            FilePyramids TileContainers ImageCodecs ChannelImages Georeferencing TilePyramid SQLiteDatabases Concurrency
            JSONDocuments Numbers
            """),
    Module(
        .pyramids, "RemotePyramids", isProduct: true,
        uses: """
            FilePyramids ZarrArrays TileContainers MapProjections ImageCodecs ImageSources ImageMetadata Georeferencing
            TilePyramid PixelKernels Networking Concurrency JSONDocuments XMLDocuments Files Numbers
            """),
    Module(
        .pyramids, "TileStores", isProduct: true,
        uses: "RemotePyramids DatabasePyramids FilePyramids TileContainers SQLiteDatabases XMLDocuments",
        tests: """
            FuzzSupport Networking ZarrArrays ChannelImages MapProjections ImageCodecs ImageSources ImageMetadata Compression Georeferencing
            TilePyramid PixelKernels Caching Concurrency JSONDocuments Files Numbers CLinux CTIFF
            """),
    Module(
        .pyramids, "Mosaics", isProduct: true,
        uses: """
            TileContainers MapProjections ImageCodecs ImageSources ImageMetadata PixelKernels Georeferencing
            TilePyramid JSONDocuments XMLDocuments Files Concurrency Numbers
            """, tests: ""),
    Module(
        .pyramids, "TileCutting", isProduct: true,
        uses: """
            Mosaics Georeferencing TilePyramid PixelKernels Files Concurrency ImageCodecs ChannelImages ImageSources
            ImageMetadata MapProjections Numbers CLinux
            """, tests: "TileStores"),
    Module(
        .pyramids, "ValuePyramids",
        uses: """
            ZarrArrays TileContainers ChannelImages ImageSources ImageMetadata Compression TilePyramid PixelKernels
            Concurrency Numbers
            """, tests: "Files"),
    Module(
        .pyramids, "PyramidTools", isProduct: true,
        uses: """
            ValuePyramids ZarrArrays TileStores RemotePyramids FilePyramids TileContainers Mosaics TileCutting MapProjections
            ImageCodecs ChannelImages ImageSources ImageMetadata PixelKernels Georeferencing TilePyramid Concurrency Numbers
            Files SQLiteDatabases JSONDocuments
            """, tests: "Networking"),
    Module(
        .pyramids, "TileServing", isProduct: true,
        uses: """
            Caching PyramidTools TileCutting TileStores FilePyramids ZarrArrays TileContainers MapProjections ImageCodecs
            JPEGLossless ChannelImages ImageSources ImageMetadata Compression PixelKernels Georeferencing TilePyramid
            JSONDocuments XMLDocuments Numbers Files Concurrency CMicroHTTPD CLinux
            """, tests: "Networking"),
    Module(
        .layers, "VectorDrawing", isProduct: true, uses: "TilePyramid PixelKernels", tests: "",
        goldens: ["Strokes/Goldens"]),
    Module(
        .layers, "TextRendering", isProduct: true,
        uses: "VectorDrawing PixelKernels TilePyramid Concurrency LibraryLogging CPango", tests: ""),
    Module(
        .layers, "LayerTree", isProduct: true, uses: "VectorDrawing TilePyramid Concurrency", tests: "",
        goldens: ["Oracle/core-animation-values.json"]),
    Module(
        .layers, "Compositing", isProduct: true,
        uses: "Caching LayerTree PixelKernels TilePyramid Concurrency CLinux VectorDrawing",
        tests: "", goldens: ["Goldens", "Kinds/Goldens"]),
    Module(
        .layers, "LayerKinds", isProduct: true, uses: "LayerTree TilePyramid VectorDrawing", tests: "Compositing",
        goldens: ["Goldens"]),
    Module(
        .layers, "TextLayers", isProduct: true,
        uses: """
            Caching LayerTree TextRendering PixelKernels TilePyramid Concurrency VectorDrawing
            """, tests: "Compositing",
        goldens: ["Goldens"]),
    Module(
        .layers, "Controls", isProduct: true,
        uses: "TextLayers LayerTree Numbers TilePyramid TextRendering VectorDrawing", tests: "Compositing"),
    Module(.layers, "ScrollLayers", isProduct: true, uses: "LayerTree TilePyramid VectorDrawing", tests: ""),
    Module(
        .layers, "SDLPresenter", isProduct: true,
        uses: "Caching Compositing LayerTree TilePyramid Concurrency Files CSDL2 CLinux CMainQueue VectorDrawing",
        tests: "LayerKinds ScrollLayers TiledLayers TileStores"),
    Module(
        .layers, "TiledLayers", isProduct: true,
        uses: """
            Caching LayerTree ImageCodecs ChannelImages ImageSources ImageMetadata Georeferencing PixelKernels
            TilePyramid Concurrency CLinux VectorDrawing
            """, tests: "Compositing TileStores"),
    Module(
        .layers, "MapLayers", isProduct: true,
        uses: """
            ScrollLayers TiledLayers TextLayers LayerTree Georeferencing TilePyramid Numbers TextRendering
            VectorDrawing
            """, tests: "Compositing",
        goldens: ["Goldens"]),
    Module(
        .apps, "ToolSupport",
        uses: """
            ImageCodecs ImageSources ImageMetadata TileStores ZarrArrays RemotePyramids TileContainers Networking
            Concurrency Files Numbers CProcess CThreadCreation ArgumentParser
            """),
    Module(
        .apps, "CutCommand",
        uses: """
            ToolSupport PyramidTools ZarrArrays TileCutting Mosaics TileStores RemotePyramids FilePyramids TileContainers
            ImageCodecs ChannelImages ImageSources ImageMetadata MapProjections PixelKernels Georeferencing TilePyramid
            Concurrency JSONDocuments Files Numbers
            """),
    Module(.apps, "FileDialogs", uses: "Files Concurrency CGIO CLinux", tests: ""),
    Module(
        .apps, "TileViewing", isProduct: true,
        uses: """
            Controls MapLayers ScrollLayers TiledLayers TextLayers Compositing LayerTree PyramidTools TileStores RemotePyramids
            FilePyramids TileContainers TileCutting Networking ImageCodecs ImageSources ImageMetadata PixelKernels
            Georeferencing TilePyramid Caching Concurrency Files Numbers JSONDocuments XMLDocuments CLinux TextRendering
            VectorDrawing ChannelImages ValuePyramids ZarrArrays
            """, tests: "FlightBench SQLiteDatabases SyntheticImages",
        goldens: ["Overlays/Goldens", "Viewer/Goldens", "Viewer/Priority/Goldens"]),
    Module(
        .apps, "FlightBench",
        uses: """
            TileViewing ScrollLayers TiledLayers LayerTree TileContainers TileCutting TilePyramid Concurrency
            JSONDocuments Files Numbers CLinux VectorDrawing
            """, tests: "SDLPresenter TextLayers Compositing TileStores",
        resources: [.embedInCode("Flights/standard-flight.json")]),
    Module(
        .apps, "LayerGallery",
        uses: """
            ScrollLayers TiledLayers TextLayers TextRendering LayerKinds Compositing LayerTree TilePyramid VectorDrawing
            """, tests: "SDLPresenter", goldens: ["Goldens"]),
    Module(.apps, "LoopbackServers", uses: "Concurrency"),
    Module(
        .apps, "SyntheticImages", uses: "ImageCodecs ImageSources Concurrency PixelKernels TilePyramid",
        tests: "ImageMetadata tilebench"),
]

let tools = [
    tool(
        "tilecut",
        """
        CutCommand ToolSupport PyramidTools ZarrArrays TileCutting TileStores FilePyramids TileContainers ImageCodecs
        ChannelImages ImageSources ImageMetadata PixelKernels Georeferencing TilePyramid Files
        """),
    tool(
        "tileview",
        """
        TileViewing FlightBench FileDialogs SDLPresenter ScrollLayers TiledLayers Compositing LayerTree TextRendering
        ToolSupport RemotePyramids FilePyramids ImageCodecs TilePyramid Concurrency Files Controls VectorDrawing
        """),
    tool("tileserve", "ToolSupport TileServing ImageMetadata Numbers Files Concurrency"),
    tool(
        "tilebench",
        """
        ToolSupport FlightBench TileViewing TileServing TileCutting TileStores RemotePyramids FilePyramids
        TileContainers ImageCodecs ChannelImages ImageSources ImageMetadata PixelKernels Georeferencing TilePyramid
        SyntheticImages Compositing TiledLayers LayerKinds LayerTree Concurrency LoopbackServers Networking
        TextRendering JSONDocuments Files CJPEG CWebP CDeflate CVips VectorDrawing
        """),
    tool(
        "layerdemo",
        """
        LayerGallery ToolSupport TiledLayers LayerTree Compositing SDLPresenter ImageCodecs ImageMetadata TilePyramid
        VectorDrawing
        """),
]

let examples = [
    example("CutExample", "FilePyramids TileCutting ImageMetadata"),
    example("ViewerExample", "TileViewing ScrollLayers SDLPresenter TiledLayers"),
    example("KioskExample", "Controls TileViewing ScrollLayers SDLPresenter LayerTree TiledLayers VectorDrawing"),
    example(
        "SlideExample",
        """
        ChannelImages Controls ImageCodecs LayerTree SDLPresenter ScrollLayers TextLayers TiledLayers VectorDrawing
        """),
    example(
        "MandelbrotExample", "FilePyramids SDLPresenter ScrollLayers TileCutting TilePyramid TiledLayers VectorDrawing"),
    example("PinsExample", "TileViewing ScrollLayers SDLPresenter LayerTree TiledLayers VectorDrawing"),
    example("MapExample", "MapLayers TileViewing SDLPresenter Georeferencing"),
    example("ChannelsExample", "ChannelImages ImageCodecs ScrollLayers SDLPresenter LayerTree TilePyramid TiledLayers"),
    example(
        "photodemo",
        "TileViewing TiledLayers ScrollLayers TextLayers SDLPresenter LayerTree TextRendering VectorDrawing",
        folder: "Tools"),
    example(
        "mapdemo",
        """
        MapLayers TileViewing TextLayers LayerTree SDLPresenter TileCutting TileStores ImageMetadata Georeferencing
        TilePyramid TextRendering VectorDrawing
        """, folder: "Tools"),
]

/// The C libraries, and C code that is compiled with the package.
let cTargets = [
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
    // These need no headers.
    cLibrary("CZstandard", apt: "libzstd1"),
    cLibrary("CBlosc", apt: "libblosc1"),
    cLibrary("CLZ4", apt: "liblz4-1"),
    cLibrary("CGeoTIFF", apt: "libgeotiff-dev"),
    cLibrary("CCURL", apt: "libcurl4-openssl-dev"),
    cLibrary("CJPEGXL", apt: "libjxl-dev"),
    cLibrary("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),

    cModule("CodecShims", ["CJPEG", "CTIFF"]),
    cModule(
        "CPango", ["CHarfBuzz", "CFontconfig", "CGLib"], linking: ["pangoft2-1.0", "pango-1.0", "gobject-2.0"]),
    cModule("CLinux"),
    cModule("CMainQueue"),
    cModule("CPixelKernels"),
    cModule("CInflate"),
    cModule("CProcess"),
    cModule("CThreadCreation", ["CProcess"]),
]

/// The modules whose parsers are fuzzed.
let fuzzed = """
    FuzzSupport FlightBench TileViewing TileServing Mosaics TileStores DatabasePyramids RemotePyramids FilePyramids
    ZarrArrays TileContainers ImageCodecs JPEGLossless ChannelImages ImageSources ImageMetadata Compression
    PixelKernels Georeferencing TilePyramid JSONDocuments XMLDocuments SQLiteDatabases Networking Concurrency
    """

/// The targets that tests share, and tests of more than one module.
let testTargets = [
    // A decoder process that does what no decoder should, to show that it cannot.
    .executableTarget(
        name: "hostiledecoder",
        dependencies: names("ChannelImages ImageCodecs ImageSources ImageMetadata PixelKernels TilePyramid"),
        path: "Tests/Programs/hostiledecoder", swiftSettings: strict),
    // An app whose main function awaits before it opens its windows.
    example("awaitingapp", "SDLPresenter LayerTree VectorDrawing", folder: "Tests/Programs"),
    .target(name: "TestLimits", path: "Tests/TestLimits", swiftSettings: strict),
    // What tests and the fuzzer share, which is built without the other targets of tests.
    .target(
        name: "FuzzSupport", dependencies: names("TileStores TilePyramid Networking"), path: "Tests/FuzzSupport",
        swiftSettings: strict),
    .target(
        name: "TestSupport",
        dependencies: names(
            """
            LoopbackServers TilePyramid Concurrency LayerTree ImageCodecs ImageSources ImageMetadata PixelKernels
            COpenJPEG CJPEG
            """),
        path: "Tests/TestSupport", swiftSettings: strict),
    .testTarget(name: "ArchitectureTests", dependencies: ["TestLimits"], swiftSettings: strict),
    testTarget(
        "DocumentationTests",
        """
        Controls Concurrency Georeferencing Networking MapLayers TileViewing FlightBench SyntheticImages PyramidTools
        Mosaics TileCutting TileStores ImageCodecs ImageSources ImageMetadata TiledLayers TextLayers TextRendering
        ScrollLayers SDLPresenter LayerKinds Compositing LayerTree PixelKernels TilePyramid VectorDrawing
        """),
    testTarget("FuzzingTests", fuzzed, exclude: ["CFuzzer", "Corpus", "Dictionaries", "Fuzzer"]),
    // What an app does that has only the products: it depends on nothing else, and sees public declarations only.
    .testTarget(
        name: "ConsumerTests",
        dependencies: names(
            """
            Controls TileViewing TiledLayers TextLayers ScrollLayers Compositing LayerTree TilePyramid TestLimits
            """),
        packageAccess: false, swiftSettings: strict),
    testTarget(
        "CommandTests",
        """
        KioskExample SlideExample MandelbrotExample awaitingapp tilecut tileview tileserve tilebench layerdemo CutExample
        ViewerExample PinsExample MapExample
        ChannelsExample mapdemo photodemo hostiledecoder CutCommand Sandboxing ToolSupport TileViewing TileCutting
        TileStores PyramidTools ZarrArrays ImageCodecs ChannelImages ImageSources ImageMetadata PixelKernels TilePyramid
        LayerTree
        Georeferencing JSONDocuments VectorDrawing CLinux
        """,
        exclude: ["Goldens"]),
]

let package = Package(
    name: "TileKit",
    products: modules.filter(\.isProduct).map { .library(name: $0.name, targets: [$0.name]) }
        + tools.map { .executable(name: $0.name, targets: [$0.name]) },
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2")
    ],
    targets: cTargets + modules.flatMap(\.targets) + tools + examples + testTargets,
    swiftLanguageModes: [.v6]
)

// The fuzzer of Tools/fuzz, which sets TILEKIT_FUZZ: the targets of FuzzingTests, in a program that libFuzzer starts.
if Context.environment["TILEKIT_FUZZ"] != nil {
    package.targets.removeAll { [.executable, .test].contains($0.type) || $0.name == "TestSupport" }
    package.products = [.executable(name: "fuzzer", targets: ["fuzzer"])]
    package.targets += [
        .systemLibrary(name: "CFuzzer", path: "Tests/FuzzingTests/CFuzzer"),
        .executableTarget(
            name: "fuzzer", dependencies: names(fuzzed) + ["CFuzzer"], path: "Tests/FuzzingTests",
            exclude: ["CFuzzer", "Corpus", "Corpus.swift", "CorpusTests.swift", "Dictionaries", "Seeds"],
            sources: ["Targets", "Fuzzer"], swiftSettings: strict),
    ]
}

// A build for one purpose needs few tests, and what these use: TILEKIT_TESTS names the test targets, separated by commas.
if let names = Context.environment["TILEKIT_TESTS"]?.split(separator: ",").map(String.init) {
    var needed = Set(names)
    var unvisited = names
    while let name = unvisited.popLast() {
        let target = package.targets.first { $0.name == name }
        for case .byNameItem(let used, _) in target?.dependencies ?? [] where needed.insert(used).inserted {
            unvisited.append(used)
        }
    }
    package.targets.removeAll { !needed.contains($0.name) }
    package.products.removeAll { product in
        let targets = (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets ?? []
        return !needed.isSuperset(of: targets)
    }
}
