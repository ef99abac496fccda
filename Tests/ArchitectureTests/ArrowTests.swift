import Testing

@Suite(.timeLimit(.minutes(60))) struct ArrowTests {
    private let package: PackageLayout

    init() throws {
        package = try PackageLayout()
    }

    /// The modules that may import a C library; those that are not listed are for every module.
    private static let cImports: [String: Set<String>] = [
        "CVips": ["ImageCodecs"], "CTIFF": ["ImageCodecs"], "CJPEG": [], "COpenJPEG": ["ImageCodecs"],
        "CodecShims": ["JPEGLossless", "ImageCodecs"], "CWebP": ["ImageCodecs"], "CZlib": ["Compression"],
        "CDeflate": ["Compression"], "CPango": ["ImageCodecs"], "CSDL2": ["SDLPresenter"],
        "CPixelKernels": ["PixelKernels"],
    ]

    @Test func `each module has a floor and sources`() {
        #expect(package.modules.count > 10)
        for module in package.modules {
            #expect(package.floors.contains(module.floor) && !module.files.isEmpty, "\(module.name)")
        }
    }

    @Test func `a module uses lower floors and what is listed above it on its own`() {
        #expect(package.upwardArrows == [])
    }

    @Test func `an arrow up is found`() throws {
        let manifest = """
            case basics = "Basics"
            case imaging = "Imaging"
            cLibrary("CTIFF", pkgConfig: "libtiff-4", apt: "libtiff-dev"),
            module(.basics, "Low", ["CTIFF", "High"]), module(.imaging, "First", ["Second", "Low"]),
            module(.imaging, "Second"), module(
                .imaging, "High",
                [
                    "First", .product(name: "X", package: "y"),
                ])
            """
        #expect(try PackageLayout(manifest: manifest).upwardArrows == ["Low → High", "First → Second"])
    }

    @Test func `a module imports only what the manifest names`() {
        #expect(package.undeclaredImports == [])
    }

    @Test func `C libraries are imported where they belong, and are part of no interface`() {
        #expect(package.misplacedCImports(allowed: Self.cImports) == [])
    }

    @Test func `imports are read with their access level`() {
        let text = """
            import A
            public import B
              internal import C
            @preconcurrency import D
            // import E
            let x = "import F"
            """
        #expect(text.imports.map(\.module) == ["A", "B", "C", "D"])
        #expect(text.imports.map(\.access) == ["internal", "public", "internal", "internal"])
    }
}
