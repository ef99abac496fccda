internal import Compression
internal import Georeferencing
internal import Numbers
internal import TileContainers

/// The header of a PMTiles version 3 file, its first 127 bytes
/// (https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md, "Header").
struct PMTilesHeader: Hashable {
    /// A section of the file.
    struct Section: Hashable {
        var offset = 0
        var length = 0

        var end: Int { offset + length }
        // Checked: the end is a sum of numbers that are not negative.
        var range: Range<Int> { offset..<end }
    }

    /// The compression of directories and metadata, or of tiles.
    enum Compression: UInt8 {
        case unknown, none, gzip, brotli, zstandard
    }

    static let length = 127
    /// The limit for the end of the root directory, so that readers get it together with the header.
    static let maximumRootEnd = 16_384

    var root = Section()
    var metadata = Section()
    var leaves = Section()
    var tiles = Section()
    /// The number of addressed tiles.
    ///
    /// Like the following two, 0 if unknown.
    var addressedTiles = 0
    /// The number of directory entries that refer to tiles.
    var tileEntries = 0
    /// The number of distinct tiles.
    var tileContents = 0
    /// Whether the tile data is in the order of tile IDs.
    var isClustered = false
    var internalCompression = Compression.gzip
    var tileCompression = Compression.none
    /// The format of the tiles, see ``PMTilesTileType``.
    var tileType: UInt8 = 0
    var minZoom = 0
    var maxZoom = 0
    var bounds = GeoBounds.webMercatorExtent
    var centerZoom = 0
    var centerLongitude = 0.0
    var centerLatitude = 0.0
}

extension PMTilesHeader {
    /// The header as it is written.
    var bytes: [UInt8] {
        var bytes = Array("PMTiles".utf8) + [3]
        func append(_ value: some FixedWidthInteger) {
            withUnsafeBytes(of: value.littleEndian) { bytes += $0 }
        }
        for section in [root, metadata, leaves, tiles] {
            // Checked: written, not read.
            append(UInt64(section.offset))
            // Checked: written, not read.
            append(UInt64(section.length))
        }
        for count in [addressedTiles, tileEntries, tileContents] {
            // Checked: written, not read.
            append(UInt64(count))
        }
        bytes += [
            // Checked: written, not read.
            isClustered ? 1 : 0, internalCompression.rawValue, tileCompression.rawValue, tileType, UInt8(minZoom),
            // Checked: written, not read.
            UInt8(maxZoom),
        ]
        for degrees in bounds.edges {
            append(Self.fixedPoint(degrees))
        }
        // Checked: written, not read.
        bytes.append(UInt8(centerZoom))
        append(Self.fixedPoint(centerLongitude))
        append(Self.fixedPoint(centerLatitude))
        return bytes
    }

    // Checked: at most 180 degrees.
    private static func fixedPoint(_ degrees: Double) -> Int32 { Int32(min(max(-180, degrees), 180) * 1e7) }

    /// Parses a header and checks that its sections are in the file.
    ///
    /// - Parameters:
    ///   - bytes: the first bytes of the file, at least ``length``.
    ///   - fileSize: the size of the file.
    ///   - path: the file, for error messages.
    /// - Throws: ``StoreError`` with code ``StoreError/Code/malformed``.
    init(parsing bytes: [UInt8], fileSize: Int, path: String) throws {
        func damaged(_ reason: String) -> StoreError { .damagedFile(path, reason) }
        guard bytes.starts(with: "PMTiles".utf8), bytes.count >= Self.length else {
            throw StoreError(.malformed, path: path, "this is not a PMTiles file.")
        }
        guard bytes[7] == 3 else {
            throw StoreError(
                .malformed, path: path,
                "this is PMTiles version \(bytes[7]), and only version 3 is supported. Convert it with "
                    + "`pmtiles convert`.")
        }
        func number<Number: FixedWidthInteger>(_ position: Int, _ type: Number.Type = Number.self) -> Number {
            bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(fromByteOffset: position, as: Number.self)) }
        }
        func section(_ position: Int, _ name: String) throws -> Section {
            let offset = number(position, UInt64.self)
            let length = number(position + 8, UInt64.self)
            guard let start = CheckedNumber.integer(offset), let count = CheckedNumber.integer(length),
                let end = CheckedNumber.sum(start, count), end <= fileSize
            else { throw damaged("\(name) would extend beyond its end") }
            return Section(offset: start, length: count)
        }
        root = try section(8, "its root directory")
        metadata = try section(24, "the metadata")
        leaves = try section(40, "its leaf directories")
        tiles = try section(56, "the tiles")
        addressedTiles = Int(clamping: number(72, UInt64.self))
        tileEntries = Int(clamping: number(80, UInt64.self))
        tileContents = Int(clamping: number(88, UInt64.self))
        isClustered = bytes[96] == 1
        guard let directories = Compression(rawValue: bytes[97]), let tileCompression = Compression(rawValue: bytes[98])
        else { throw damaged("it names an unknown compression") }
        internalCompression = directories
        self.tileCompression = tileCompression
        tileType = bytes[99]
        minZoom = Int(bytes[100])
        maxZoom = Int(bytes[101])
        func degrees(_ position: Int) -> Double { Double(number(position, Int32.self)) / 1e7 }
        bounds = GeoBounds(
            west: degrees(102), south: degrees(106), east: degrees(110), north: degrees(114), crs: .wgs84)
        centerZoom = Int(bytes[118])
        centerLongitude = degrees(119)
        centerLatitude = degrees(123)
    }

    /// Decompresses a directory or the metadata.
    ///
    /// - Throws: ``StoreError`` when it is damaged, uses an unsupported compression, or has more than `limit` bytes.
    static func decompress(
        _ bytes: [UInt8], _ compression: Compression, limit: Int, name: String, path: String
    ) throws -> [UInt8] {
        switch compression {
        case .none: return bytes
        case .gzip:
            do {
                return try DeflateCodec.gunzip(bytes, limit: limit)
            } catch .tooLarge {
                throw StoreError(.malformed, path: path, "\(name) is too large to be read.")
            } catch {
                throw StoreError(.malformed, path: path, "\(name) is damaged: it cannot be decompressed.")
            }
        case .unknown, .brotli, .zstandard:
            throw StoreError(
                .malformed, path: path,
                "its directories are compressed with \(compression), which is not supported: only gzip is.")
        }
    }
}
