internal import TilePyramid

/// The bytes of a tile, lent until it is closed.
struct TileInput {
    /// The bytes, for decoders that keep a copy.
    let array: [UInt8]
    /// The same where they lie.
    let bytes: UnsafeRawBufferPointer
    /// What is decoded, for messages.
    let name: String
}

/// What is known of a tile before it is decoded.
struct TileHeader {
    /// The size as it is stored.
    var size: PixelSize
    /// Whether no pixel can be transparent.
    var isOpaque: Bool
}

/// Decodes tiles of one kind of file, one after the other.
protocol TileFormatDecoder: AnyObject {
    /// Whether ``read(into:scale:)`` takes every scale; otherwise only the full one.
    var canScale: Bool { get }

    /// Reads a header, and keeps what is needed to go on until the tile is closed.
    ///
    /// - Returns: nil when this file needs the general path, as those whose colors are to be converted do.
    /// - Throws: ``CodecError``; the tile is closed then.
    func open(_ input: TileInput) throws -> TileHeader?

    /// Decodes the tile that is open, once.
    ///
    /// - Parameters:
    ///   - pixels: room for all pixels of the size at that scale.
    ///   - scale: ``DecodeScale/full`` unless ``canScale``.
    /// - Returns: whether all of them are opaque.
    /// - Throws: ``CodecError``; the pixels are in any state then.
    func read(into pixels: UnsafeMutablePointer<UInt32>, scale: DecodeScale) throws -> Bool

    /// Forgets the tile and its bytes; nothing happens when none is open.
    func close()
}

extension CodecError {
    /// The error for a tile with wrong bytes in it.
    static func damagedTile(_ name: String, _ detail: String = "") -> CodecError {
        CodecError(.damaged, file: name, "the image is damaged\(detail.isEmpty ? "" : " (\(detail))").")
    }

    /// The error for a tile that is shorter than it says.
    static func truncatedTile(_ name: String) -> CodecError {
        CodecError(.truncated, file: name, "the image ends before its last row.")
    }

    /// The error for memory that is not to be had.
    static func noMemoryForTile(_ name: String) -> CodecError {
        CodecError(.inputOutput, file: name, "there is not enough memory to decode it.")
    }
}
