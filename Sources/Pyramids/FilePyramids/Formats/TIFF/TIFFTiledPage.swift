internal import ImageMetadata
internal import TilePyramid

/// A tiled page of a TIFF that can be a level of a pyramid.
struct TIFFTiledPage: Sendable {
    /// The conversion of a tile to a file of its own.
    enum Coding: Hashable, Sendable {
        /// The tile is a JPEG, possibly without its tables; the page declares whether three channels are RGB.
        case jpeg(channels: Int, isRGB: Bool)
        /// The tile is a WebP file.
        case webP
        /// The tile is decoded and converted to PNG.
        case samples
    }

    /// The size of the page in pixels.
    let size: PixelSize
    /// The size of every tile in pixels.
    let tileSize: PixelSize
    let coding: Coding
    /// The tables shared by JPEG tiles (JPEGTables).
    let jpegTables: [UInt8]
    let directory: TIFFDirectory
    /// The offsets and sizes of the tiles, at least one of each per tile.
    let offsets: TIFFDirectory.Table
    let lengths: TIFFDirectory.Table

    /// The grid of the page's tiles.
    var grid: TileGrid { TileGrid(covering: size, tileSize: tileSize) }

    /// The most bytes of JPEG tables; no JPEG can have as many.
    private static let tablesLimit = 64 << 10

    /// Reads a page; `nil` if it is in strips, not upright, or of an unsupported pixel format.
    ///
    /// - Parameters:
    ///   - directory: the tags of the page.
    ///   - reader: the file.
    ///   - isMask: whether the page is a mask, rather than an image; `nil` if it is not that. False by default.
    /// - Throws: ``StoreError`` when its tags are invalid.
    init?(_ directory: TIFFDirectory, of reader: TIFFByteReader, isMask: Bool = false) throws {
        guard let tileWidth = try directory.number(.tileWidth), let tileLength = try directory.number(.tileLength),
            let width = try directory.number(.imageWidth), let height = try directory.number(.imageLength),
            let offsets = directory.table(.tileOffsets), let lengths = directory.table(.tileByteCounts)
        else { return nil }
        guard directory.isMask == isMask, try directory.number(.orientation) ?? 1 == 1 else { return nil }
        let sides = 1...DeepZoomDescriptor.longestSide
        guard sides.contains(width), sides.contains(height), sides.contains(tileWidth), sides.contains(tileLength),
            // Checked: sides below 2^31, as just seen.
            tileWidth * tileLength <= TileLimits.pixels
        else {
            throw reader.damaged("a page has \(width)×\(height) pixels in tiles of \(tileWidth)×\(tileLength)")
        }
        size = PixelSize(width: width, height: height)
        tileSize = PixelSize(width: tileWidth, height: tileLength)
        self.directory = directory
        self.offsets = offsets
        self.lengths = lengths
        guard let coding = try isMask ? Coding.samples : Self.coding(directory) else { return nil }
        self.coding = coding
        jpegTables = try directory.bytes(.jpegTables, limit: Self.tablesLimit) ?? []
        guard reader.holds(offsets), reader.holds(lengths) else {
            throw reader.damaged("the table of a page's tiles is beyond its end")
        }
        guard offsets.count >= grid.count, lengths.count >= grid.count else {
            throw reader.damaged(
                "a page has \(grid.count) tiles, and its table locates only \(min(offsets.count, lengths.count))")
        }
    }

    private static func coding(_ directory: TIFFDirectory) throws -> Coding? {
        let samples = try directory.number(.samplesPerPixel) ?? 1
        let bits = try directory.numbers(.bitsPerSample)
        let photometric = try directory.number(.photometric).flatMap(TIFFPhotometric.init)
        guard try directory.number(.planarConfiguration) ?? 1 == 1 || samples == 1, let photometric else { return nil }
        switch try directory.number(.compression).flatMap(TIFFCompression.init) {
        case .jpeg where bits.allSatisfy { $0 == 8 }:
            switch (samples, photometric) {
            case (1, .blackIsZero): return .jpeg(channels: 1, isRGB: false)
            case (3, .rgb), (3, .yCbCr): return .jpeg(channels: 3, isRGB: photometric == .rgb)
            default: return .samples
            }
        case .webP: return .webP
        default: return .samples
        }
    }

    /// Whether pixels have alpha, by the types of their extra samples: associated (1) or unassociated (2).
    var hasAlpha: Bool { ((try? directory.numbers(.extraSamples)) ?? []).contains { $0 == 1 || $0 == 2 } }

    /// The number of the page's compression; `nil` if it states none.
    var compression: Int? { directory.integer(.compression) }

    /// The format of the page's tiles when they are read.
    var format: TileFormat {
        switch coding {
        case .jpeg: .jpeg
        case .webP: .webp
        case .samples: .png
        }
    }
}
