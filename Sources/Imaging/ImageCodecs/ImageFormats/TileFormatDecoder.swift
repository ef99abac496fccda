internal import ImageSources
internal import TilePyramid

/// The limits of decoders of tiles.
extension TileLimits {
    /// The most bytes of working memory that a decoder keeps for the next tile.
    static let keptBytes = 16 << 20
}

/// The bytes of a tile, lent until it is closed.
struct TileInput {
    /// The bytes as an array, for decoders that keep a copy.
    let array: [UInt8]
    /// The same bytes in memory.
    let bytes: UnsafeRawBufferPointer
    /// The tile's name for error messages.
    let name: String
}

/// The properties of a tile known before it is decoded.
struct TileHeader {
    /// The stored size.
    var size: PixelSize
    /// True when no pixel can be transparent.
    var isOpaque: Bool
}

/// Decodes tiles of one format, one after the other.
protocol TileFormatDecoder: AnyObject {
    /// Reads a header and keeps the tile open until ``close()``.
    ///
    /// - Returns: nil when the tile needs the general path, for example to convert its colors.
    /// - Throws: ``CodecError``; the tile is closed then.
    func open(_ input: TileInput) throws -> TileHeader?

    /// Decodes the open tile into memory for all pixels; called once.
    ///
    /// - Returns: true when all pixels are opaque.
    /// - Throws: ``CodecError``; the pixels are undefined then.
    func read(into pixels: UnsafeMutablePointer<UInt32>) throws -> Bool

    /// Closes the tile and releases its bytes; does nothing when none is open.
    func close()
}
