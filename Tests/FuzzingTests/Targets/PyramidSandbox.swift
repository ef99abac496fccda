import FuzzSupport
import Glibc
import ImageCodecs
import ImageSources
import PixelKernels
import SQLiteDatabases
import TilePyramid
import TileStores

@testable import FilePyramids
@testable import TileContainers
@testable import TileStores

/// A small pyramid in a temporary folder; each case replaces one of its files.
struct PyramidSandbox: Sendable {
    static let deepZoom = PyramidSandbox(.init(.deepZoom), at: "big", replacing: "big.dzi", opening: "big.dzi")
    static let zoomify = PyramidSandbox(.init(.zoomify), at: "big", replacing: "big/ImageProperties.xml")
    static let iiif = PyramidSandbox(.init(.iiif), .jpeg, at: "big", replacing: "big/info.json")
    static let tileJSON = PyramidSandbox(.init(.xyz), at: "big", replacing: "big/tiles.json")
    static let tms = PyramidSandbox(.init(.tms), at: "big", replacing: "big/tilemapresource.xml")
    static let zip = PyramidSandbox(.init(.szi), at: "big.szi", replacing: "big.szi", opening: "big.szi")
    static let pmtiles = PyramidSandbox(
        .init(.pmtiles), at: "big.pmtiles", replacing: "big.pmtiles", opening: "big.pmtiles")
    static let tiff = PyramidSandbox(.init(.tiff), at: "big.tif", replacing: "big.tif", opening: "big.tif")
    static let geoPackage = PyramidSandbox(
        .init(.geoPackage), at: "big.gpkg", replacing: "big.gpkg", opening: "big.gpkg")
    static let mbtiles = PyramidSandbox(
        .init(.mbtiles), at: "big.mbtiles", replacing: "big.mbtiles", opening: "big.mbtiles")

    /// A pyramid that is served, and never replaced.
    static let served = PyramidSandbox(.init(.szi), at: "image.szi", replacing: "image.szi", opening: "image.szi")

    /// The paths of the replaced file and of the opened pyramid.
    let replaced: String
    let opened: String
    /// The replaced file as the store has written it.
    let original: [UInt8]

    private init(
        _ target: PyramidTarget, _ format: TileFormat = .png, at name: String, replacing replaced: String,
        opening opened: String = "big"
    ) {
        let folder = Self.makeFolder(in: Self.parent)
        Self.write(target, format, to: "\(folder)/\(name)")
        self.replaced = "\(folder)/\(replaced)"
        self.opened = "\(folder)/\(opened)"
        original = Self.content(of: "\(folder)/\(replaced)")
    }

    /// The folder of all sandboxes, below TMPDIR or in memory; the end of the process removes it.
    private static let parent: String = {
        let parent = makeFolder(in: getenv("TMPDIR").map { String(cString: $0) } ?? "/dev/shm")
        atexit { try? FileSystem.removeAll(PyramidSandbox.parent) }
        return parent
    }()

    private static func makeFolder(in parent: String) -> String {
        var template = Array("\(parent)/tilekit-fuzz-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { preconditionFailure("no folder can be made in \(parent)") }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes a pyramid of 40×24 pixels.
    private static func write(_ target: PyramidTarget, _ format: TileFormat, to path: String) {
        let pyramid = Pyramid(size: PixelSize(width: 40, height: 24), tileSize: 16, shape: target.shape)
        do {
            let store = try target.makeStore(at: path, pyramid: pyramid, format: format)
            for index in pyramid.indices {
                let tile = try tile(pyramid.storedSize(of: index), format)
                try store.write(tile.span.bytes, format: format, at: index)
            }
            try store.finish()
        } catch {
            preconditionFailure("an intact pyramid is written: \(error)")
        }
    }

    private static func content(of path: String) -> [UInt8] {
        guard let content = try? FileSystem.readWhole(path, limit: 1 << 20) else {
            preconditionFailure("a pyramid has the file \(path)")
        }
        return content
    }

    private static func tile(_ size: PixelSize, _ format: TileFormat) throws -> [UInt8] {
        var encoding = TileEncoding()
        encoding.format = format
        let pixels = [UInt8](repeating: 90, count: size.area)
        return try pixels.withUnsafeBytes { pixels in
            guard let base = pixels.baseAddress else { return [] }
            return try TilePixels.lend(base, stride: size.width, size: size, layout: PixelLayout(.gray)) {
                try encoding.makeEncoder(for: PixelLayout(.gray)).bytes(of: $0)
            }
        }
    }

    /// Replaces the file, and uses the pyramid as programs do.
    ///
    /// - Parameters:
    ///   - input: the bytes of the replaced file.
    ///   - accept: called when the pyramid could be opened.
    /// - Throws: the errors of damaged pyramids.
    func open(_ input: [UInt8], _ accept: () -> Void = {}) throws {
        replace(by: input)
        try read(accept)
    }

    /// Replaces the file, and returns whether the pyramid can be opened.
    func canOpen(_ input: [UInt8]) -> Bool {
        replace(by: input)
        return (try? Pyramids.openBlocking(opened)?.source) != nil
    }

    private func replace(by input: [UInt8]) {
        let file = Glibc.open(replaced, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        precondition(file >= 0, "the file can be replaced")
        let written = input.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        close(file)
        precondition(written == input.count, "the file can be replaced")
    }

    /// Uses the pyramid as it is.
    func read(_ accept: () -> Void) throws {
        guard let source = try Pyramids.openBlocking(opened)?.source else { return }
        accept()
        try source.exercise(levelLimit: 6, lookLimit: 128)
    }
}

/// An MBTiles file whose metadata each case replaces: a line for each row, the name and the value divided by a tab.
final class MBTilesSandbox: @unchecked Sendable {
    // One thread runs the cases.

    static let shared = MBTilesSandbox()

    private let connection: SQLiteConnection

    private init() {
        do {
            connection = try SQLiteConnection(writing: PyramidSandbox.mbtiles.replaced)
            try connection.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
        } catch {
            preconditionFailure("an intact database is opened: \(error)")
        }
    }

    /// Replaces the metadata, and opens the pyramid.
    func open(_ input: [UInt8], _ accept: () -> Void) throws {
        try connection.transaction {
            try connection.execute("DELETE FROM metadata")
            for line in input.split(separator: UInt8(ascii: "\n")).prefix(64) {
                let parts = line.split(separator: UInt8(ascii: "\t"), maxSplits: 1, omittingEmptySubsequences: false)
                let words = parts.map { String(decoding: $0, as: UTF8.self) }
                try connection.cachedStatement("INSERT INTO metadata VALUES (?, ?)")
                    .run(.text(words.first ?? ""), .text(words.count > 1 ? words[1] : ""))
            }
        }
        try PyramidSandbox.mbtiles.read(accept)
    }
}

/// A GeoPackage whose description each case replaces: a line for each row, the table's first letters and the values, divided by
/// tabs.
final class GeoPackageSandbox: @unchecked Sendable {
    // One thread runs the cases.

    static let shared = GeoPackageSandbox()

    /// The tables and the numbers of their columns.
    static let tables = [
        "srs": ("gpkg_spatial_ref_sys", 6), "contents": ("gpkg_contents", 10), "set": ("gpkg_tile_matrix_set", 6),
        "matrix": ("gpkg_tile_matrix", 8),
    ]

    private let connection: SQLiteConnection

    private init() {
        do {
            connection = try SQLiteConnection(writing: PyramidSandbox.geoPackage.replaced)
            try connection.execute("PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF")
        } catch {
            preconditionFailure("an intact database is opened: \(error)")
        }
    }

    /// Replaces the description, and opens the pyramid.
    func open(_ input: [UInt8], _ accept: () -> Void) throws {
        try connection.transaction {
            for (table, _) in Self.tables.values { try connection.execute("DELETE FROM \(table)") }
            for line in input.split(separator: UInt8(ascii: "\n")).prefix(64) {
                let words = line.split(separator: UInt8(ascii: "\t"), omittingEmptySubsequences: false)
                    .map { String(decoding: $0, as: UTF8.self) }
                guard let name = words.first, let (table, count) = Self.tables[name] else { continue }
                // Columns of numbers convert texts that are numbers; a text stays what it is.
                let values = words.dropFirst().prefix(count).map { "'\($0.filter { $0 != "'" && $0 != "\0" })'" }
                let missing = Array(repeating: "0", count: count - values.count)
                try? connection.execute(
                    "INSERT OR REPLACE INTO \(table) VALUES (\((values + missing).joined(separator: ", ")))")
            }
        }
        try PyramidSandbox.geoPackage.read(accept)
    }
}
