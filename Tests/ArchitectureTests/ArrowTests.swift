import TestLimits
import Testing

@Suite(.timeLimited) struct ArrowTests {
    private let package: PackageLayout

    init() throws {
        package = try PackageLayout()
    }

    /// The modules that may import a C library; every module may import a library that is not listed.
    private static let cImports: [String: Set<String>] = [
        "CVips": ["ImageCodecs"], "CTIFF": ["ImageCodecs"], "CJPEG": [], "COpenJPEG": ["ImageCodecs"],
        "CodecShims": ["JPEGLossless", "ImageCodecs"], "CWebP": ["ImageCodecs"], "CZlib": ["Compression"],
        "CDeflate": ["Compression"], "CGLib": ["LibraryLogging"], "CPango": ["TextRendering"],
        "CHarfBuzz": [], "CFontconfig": [],
        "CSDL2": ["SDLPresenter"], "CMainQueue": ["SDLPresenter"], "CPixelKernels": ["PixelKernels"],
        "CExpat": ["XMLDocuments"],
        "CSQLite": ["SQLiteDatabases"], "CLittleCMS": ["ImageCodecs"], "CJPEGXL": ["ImageCodecs"],
        "CZstandard": ["ZarrArrays"], "CBlosc": ["ZarrArrays"], "CLZ4": ["ZarrArrays"],
        "CProj": ["MapProjections"], "CGeoTIFF": ["ImageCodecs"],
        "CInflate": ["Compression"], "CGIO": ["FileDialogs"], "CMicroHTTPD": ["TileServing"], "CCURL": ["Networking"],
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

    /// The states of Dispatch's threads cannot be read in the sandbox of a decoder process, which Dispatch ends then.
    @Test func `decoders use no thread of Dispatch`() {
        let files = package.modules.filter { $0.floor == "Imaging" }.flatMap(\.files)
        #expect(files.count > 100)
        #expect(files.filter { $0.text.contains("import Dispatch") }.map(\.path) == [])
    }

    @Test func `an arrow up is found`() throws {
        let manifest = """
            case basics = "Basics"
            case imaging = "Imaging"
            cLibrary("CTIFF", pkgConfig: "libtiff-4", apt: "libtiff-dev"),
            Module(.basics, "Low", uses: "CTIFF High"), Module(.imaging, "First", isProduct: true, uses: "Second Low"),
            Module(.imaging, "Second", tests: "High"), Module(
                .imaging, "High",
                uses: \"\"\"
                    First
                    ArgumentParser
                    \"\"\", tests: ""),
            """
        #expect(try PackageLayout(manifest: manifest).upwardArrows == ["Low → High", "First → Second"])
    }

    @Test func `a module imports only what the manifest names`() {
        #expect(package.undeclaredImports == [])
    }

    @Test func `C libraries are imported where they belong, and are part of no interface`() {
        #expect(package.misplacedCImports(allowed: Self.cImports) == [])
    }

    @Test func `nothing imports Foundation, which loads ICU at the start of every run`() throws {
        let files = try package.modules.flatMap(\.files) + PackageLayout.swiftFiles(below: "Tools")
        let found = files.filter { $0.text.imports.contains { $0.module == "Foundation" } }
        #expect(files.count > 500)
        #expect(found.map(\.path) == [])
    }

    @Test func `a file imports all that it uses: only TileStores, which joins modules, re-exports them`() throws {
        let files = try package.modules.flatMap(\.files) + PackageLayout.swiftFiles(below: "Tools")
        let found = files.filter { $0.text.contains(#/(?m)^\s*@_exported\b/#) }
        #expect(found.map(\.path) == ["Sources/Pyramids/TileStores/ReexportedModules.swift"])
    }

    @Test func `the tests of a consumer use products, and only what is public`() throws {
        let manifest = try PackageLayout.manifest()
        let target = try #require(manifest.firstMatch(of: #/name: "ConsumerTests"[\s\S]*?swiftSettings/#))
        #expect(target.0.contains("packageAccess: false"))
        let modules = Set(package.modules.map(\.name))
        let products = Set(package.modules.filter(\.isProduct).map(\.name))
        let files = try PackageLayout.swiftFiles(below: "Tests/ConsumerTests")
        #expect(!files.isEmpty)
        for (path, text) in files {
            #expect(!text.contains("@testable"), "\(path)")
            #expect(Set(text.imports.map(\.module)).intersection(modules).subtracting(products) == [], "\(path)")
        }
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
