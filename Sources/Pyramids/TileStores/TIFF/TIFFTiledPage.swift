internal import ImageCodecs
internal import TilePyramid

/// A page of a TIFF that is stored in tiles, as far as it can be a level of a pyramid.
struct TIFFTiledPage: Sendable {
    /// How a tile becomes a file of a format of its own.
    enum Coding: Hashable, Sendable {
        /// It is a JPEG, or one without its tables; whether three channels are red, green and blue is said by the page.
        case jpeg(channels: Int, isRGB: Bool)
        /// It is a WebP file.
        case webP
        /// It is decoded, and becomes a PNG.
        case samples
    }

    /// Columns and rows.
    let size: PixelSize
    /// Columns and rows of every tile.
    let tileSize: PixelSize
    let coding: Coding
    /// What tiles of JPEGs have in common.
    let jpegTables: [UInt8]
    let directory: TIFFPageDirectory
    /// Where tiles are, and how long; at least one of each for each tile.
    let offsets: TIFFPageDirectory.Table
    let lengths: TIFFPageDirectory.Table
    /// Whether it says that it is a smaller image of another page.
    let isReduced: Bool

    /// The tiles that cover it.
    var grid: TileGrid { TileGrid(covering: size, tileSize: tileSize) }

    /// The longest side that is believed, so that no number of tiles is too large to count.
    private static let longestSide = Int(Int32.max)
    /// The most bytes of tables: those of a JPEG cannot have as many.
    private static let tablesLimit = 64 << 10
    /// The bit of NewSubfileType for reduced images, and that for masks.
    private static let (reducedBit, maskBit) = (1, 4)

    /// Takes up a page; nil when it is in strips, a mask, turned, or of pixels that are not shown in tiles here.
    ///
    /// - Throws: ``StoreError`` when what it says cannot be right.
    init?(_ directory: TIFFPageDirectory, of reader: TIFFByteReader) throws {
        guard let tileWidth = try directory.number(.tileWidth), let tileLength = try directory.number(.tileLength),
            let width = try directory.number(.imageWidth), let height = try directory.number(.imageLength),
            let offsets = directory.table(.tileOffsets), let lengths = directory.table(.tileByteCounts)
        else { return nil }
        let subfileType = try directory.number(.newSubfileType) ?? 0
        guard subfileType & Self.maskBit == 0, try directory.number(.orientation) ?? 1 == 1 else { return nil }
        isReduced = subfileType & Self.reducedBit != 0
        let sides = 1...Self.longestSide
        guard sides.contains(width), sides.contains(height), sides.contains(tileWidth), sides.contains(tileLength),
            tileWidth * tileLength <= TileDecoder.defaultPixelLimit
        else {
            throw reader.damaged("a page has \(width)×\(height) pixels in tiles of \(tileWidth)×\(tileLength)")
        }
        size = PixelSize(width: width, height: height)
        tileSize = PixelSize(width: tileWidth, height: tileLength)
        self.directory = directory
        self.offsets = offsets
        self.lengths = lengths
        guard let coding = try Self.coding(directory) else { return nil }
        self.coding = coding
        jpegTables = try directory.bytes(.jpegTables, limit: Self.tablesLimit) ?? []
        let count = TileGrid(covering: size, tileSize: tileSize).count
        guard reader.holds(offsets), reader.holds(lengths) else {
            throw reader.damaged("the table of a page's tiles is said to be where the file has ended")
        }
        guard offsets.count >= count, lengths.count >= count else {
            throw reader.damaged("a page of \(count) tiles says where \(min(offsets.count, lengths.count)) of them are")
        }
    }

    private static func coding(_ directory: TIFFPageDirectory) throws -> Coding? {
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

    /// What a tile of the page is when it is read.
    var format: TileFormat {
        switch coding {
        case .jpeg: .jpeg
        case .webP: .webp
        case .samples: .png
        }
    }
}
